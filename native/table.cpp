#include "table.hpp"

#include <cstring>

namespace pilotta {

TranspositionTable::TranspositionTable(unsigned kib)
    : size_(std::bit_floor(std::max<std::size_t>(std::size_t{kib} * 1024 / sizeof(Line), 2))),
      lines_(std::make_unique<Line[]>(size_)) {
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(size_));
}

void TranspositionTable::new_generation() {
    if (++generation_ < GENERATIONS) return;
    generation_ = 1;
    std::memset(static_cast<void*>(lines_.get()), 0, size_ * sizeof(Line));
}

}  // namespace pilotta
