struct Shape {
  virtual ~Shape() = default;
  virtual float Area() const { return 0; }
};
struct Square : Shape {
  float Area() const override { return 1; }
};
const Shape* volatile shape;

int main() {
  const Square square;
  shape = &square;
  return static_cast<int>(shape->Area());
}
