struct Shape {
  virtual float Area() const;
};
struct Square : Shape {
  float Area() const override;
};
const Square* AsSquare(const Shape* shape) { return dynamic_cast<const Square*>(shape); }
