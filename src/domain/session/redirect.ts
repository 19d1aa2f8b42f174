/** The built-in page where people register (DIR-05). The address to return to follows. */
export const REGISTRATION_PAGE = '/login?register=1&redirect='

const UNSAFE = /[\\\u0000-\u001f\u007f]/

/**
 * The target after signing in: a path of the same origin with query and fragment, or `fallback` (decisions 44).
 * Refuses every disguise of another origin: schemes, `//host`, backslashes, control characters (which browsers drop), empty segments.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/'): string {
  if (!target || !target.startsWith('/') || UNSAFE.test(target)) return fallback
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return path.includes('//') || path === '/login' ? fallback : target
}
