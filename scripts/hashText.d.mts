export function hashText(text: string): number
