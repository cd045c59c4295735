// The XML of a URDF file before liburdfdom sees it: checked, and stripped of what no model needs.
#pragma once

#include <tinyxml2.h>

#include <optional>
#include <string>
#include <vector>

namespace footing::tools {

// The number in an attribute that CheckUrdfText has passed; nothing where it is absent.
std::optional<double> NumberIn(const tinyxml2::XMLElement& element, const char* attribute);

// Throws a ProblemError unless the document is one robot whose joints join its links to a tree, with names
// that are unique and numbers that are finite.
void CheckUrdfText(const tinyxml2::XMLDocument& document);

// Takes away pictures, gazebo's and other tools' elements, and fills in what liburdfdom wants and many files
// leave out: effort and velocity of limits, limits of revolute joints, shapes that liburdfdom does not know.
// What is assumed by that is added to `assumptions`.
void CompleteUrdfText(tinyxml2::XMLDocument* document, std::vector<std::string>* assumptions);

// Parses; throws a ProblemError with the line where the text is not XML.
void ParseXml(const std::string& text, tinyxml2::XMLDocument* document);

}  // namespace footing::tools
