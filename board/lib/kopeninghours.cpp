// Evaluates schedules at times with KOpeningHours: the reference of board/research/hours.
//
// Each line of standard input is `ZONE LATITUDE LONGITUDE SECONDS EXPRESSION`, with seconds since
// 1970. Each line of output is `open NEXT`, `closed NEXT` or `error`: NEXT is the time at which the
// state changes, or `-` if not within 400 days.
#include <KOpeningHours/Interval>
#include <KOpeningHours/OpeningHours>
#include <QDateTime>
#include <QTimeZone>
#include <iostream>
#include <sstream>
#include <string>

using KOpeningHours::Interval;

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string zone, expression;
    float latitude, longitude;
    qint64 seconds;
    words >> zone >> latitude >> longitude >> seconds;
    std::getline(words >> std::ws, expression);

    KOpeningHours::OpeningHours hours(QByteArray::fromStdString(expression));
    hours.setLocation(latitude, longitude);
    hours.setTimeZone(QTimeZone(QByteArray::fromStdString(zone)));
    if (hours.error() != KOpeningHours::OpeningHours::NoError) {
      std::cout << "error\n";
      continue;
    }
    const auto time = QDateTime::fromSecsSinceEpoch(seconds, QTimeZone(zone.c_str()));
    auto interval = hours.interval(time);
    const bool is_open = interval.state() == Interval::Open;
    qint64 next = -1, last = seconds;
    // Several intervals of one state may follow each other, and some do not advance.
    while (interval.isValid() && !interval.hasOpenEnd()) {
      const auto end = interval.end().toSecsSinceEpoch();
      if (end <= last || end > seconds + 400LL * 86400) break;
      last = end;
      interval = hours.nextInterval(interval);
      if (!interval.isValid()) break;
      if ((interval.state() == Interval::Open) != is_open) {
        next = interval.begin().toSecsSinceEpoch();
        break;
      }
    }
    std::cout << (is_open ? "open " : "closed ");
    if (next < 0) std::cout << "-\n"; else std::cout << next << "\n";
  }
}
