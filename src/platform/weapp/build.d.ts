/** The server's https origin, put in by the build (`defineConstants`); the platform's whitelist must name it. */
declare const SATCHEL_API_URL: string

declare function setTimeout(run: () => void, milliseconds: number): number
declare function clearTimeout(timer: number): void
