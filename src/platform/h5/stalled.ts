/** ms without a byte on its way after which a connection counts as dead */
export const STALLED = 45_000
