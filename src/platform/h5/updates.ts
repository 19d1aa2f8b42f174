/** The build of this page, from the server; '' if the server names none. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

/** ms; the user waits for it */
const PATIENCE = 3000

/** Whether a missing part of the app no longer exists on the server, rather than being unreachable. @param error of webpack */
export async function isGone(error: unknown): Promise<boolean> {
  const { request, type } = error as { request?: string; type?: string }
  if (!request || type === 'timeout') return false
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), PATIENCE)
  try {
    const { status } = await fetch(request, { method: 'HEAD', cache: 'no-store', signal: controller.signal })
    return status === 404
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
