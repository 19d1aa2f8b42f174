export const enginePackages: readonly string[]
export function findWebKit(): { browser: string; driver: string; screen: string } | undefined
export function findFirefox(): string | undefined
