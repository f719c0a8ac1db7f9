// What the stand-alone programs read from their command lines.
#pragma once

#include <charconv>
#include <cstring>
#include <system_error>

#include "bits.hpp"

namespace quintet {

/// Whether all of a text is a number.
inline bool parse(const char* text, u64& number) {
    const char* end = text + std::strlen(text);
    const auto [stopped, error] = std::from_chars(text, end, number);
    return error == std::errc() && stopped == end;
}

}  // namespace quintet
