/** In a browser the router keeps scroll positions. */
export function useKeptTop(_at: unknown): undefined {}
