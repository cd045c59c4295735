// Key frames in rows of six, as SVG: shapes filled, hinges as white circles, contacts as red dots.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

#include "mechanism.hpp"

namespace mechanisms {

class KeyFrames {
 public:
  // `low` and `high`: corners of the part that a frame shows [m]; `scale`: pixels a metre.
  KeyFrames(const Point& low, const Point& high, double scale) : low_(low), high_(high), scale_(scale) {}

  void Add(const Mechanism& mechanism) {
    const double left = (frames_ % kColumns) * (Width() + 10);
    const double top = (frames_ / kColumns) * (Height() + 10);
    ++frames_;
    Append("<svg x='%.1f' y='%.1f' width='%.1f' height='%.1f'>\n", left, top, Width(), Height());
    Append("<rect width='100%%' height='100%%' fill='#f4f1ea'/>\n");
    for (const Shape& shape : mechanism.shapes) {
      if (mechanism.Gone(shape.body)) continue;
      text_ += "<polygon points='";
      for (const Point& corner : mechanism.Placed(shape)) Append("%.1f,%.1f ", X(corner), Y(corner));
      text_ += "' fill='" + shape.fill + "' fill-opacity='0.85' stroke='#222' stroke-width='0.5'/>\n";
    }
    for (const Hinge& hinge : mechanism.hinges) Circle(mechanism.World(hinge.a, hinge.at_a), 4, "white");
    for (const Touch& touch : mechanism.touches) Circle(touch.contact.point, 2, "#d02020");
    Append("<text x='6' y='16' font-family='sans-serif' font-size='13'>%.2f s</text>\n</svg>\n",
           mechanism.time);
  }

  bool Write(const char* path) const {
    std::FILE* const file = std::fopen(path, "w");
    if (file == nullptr) return false;
    std::fprintf(file,
                 "<svg xmlns='http://www.w3.org/2000/svg' width='%.1f' height='%.1f'>\n"
                 "<rect width='100%%' height='100%%' fill='white'/>\n%s</svg>\n",
                 kColumns * (Width() + 10) - 10, (frames_ + kColumns - 1) / kColumns * (Height() + 10) - 10,
                 text_.c_str());
    return std::fclose(file) == 0;
  }

 private:
  static constexpr int kColumns = 6;

  double Width() const { return scale_ * (high_.x() - low_.x()); }
  double Height() const { return scale_ * (high_.y() - low_.y()); }
  double X(const Point& p) const { return scale_ * (p.x() - low_.x()); }
  double Y(const Point& p) const { return scale_ * (high_.y() - p.y()); }

  void Circle(const Point& center, double radius, const char* fill) {
    Append("<circle cx='%.1f' cy='%.1f' r='%.1f' fill='%s' stroke='#222' stroke-width='0.5'/>\n", X(center),
           Y(center), radius, fill);
  }

  __attribute__((format(printf, 2, 3))) void Append(const char* format, ...) {
    char line[256];
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    text_ += line;
  }

  Point low_, high_;
  double scale_;
  int frames_ = 0;
  std::string text_;
};

}  // namespace mechanisms
