struct Shape {
  virtual float Area() const;
};
float Shape::Area() const { return 0; }
