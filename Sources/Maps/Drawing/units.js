/** Numbers and lengths in the language of a page or a report, as Voice.swift writes them. */

import { language } from "/say.js";

/** A number with at most this many decimals. */
export const decimal = (value, most = 1) => value.toLocaleString(language, { maximumFractionDigits: most, useGrouping: false });

/** Metres, below 10 of them with tenths. */
export const length = (value) => `${decimal(value, Math.abs(value) < 9.95 ? 1 : 0)} m`;

/** A distance in the same metres, and from a kilometre on in tenths of it. */
export const metres = (value) => Math.abs(value) < 1000 ? length(Math.abs(value)) : `${decimal(Math.abs(value) / 1000)} km`;

/** A distance in whole metres, and from a kilometre on in tenths of it. */
export const distance = (value) => Math.abs(value) < 1000 ? `${decimal(Math.abs(value), 0)} m` : metres(value);
