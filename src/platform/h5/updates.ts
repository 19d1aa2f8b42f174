/** The build that this page is of, as its server names it; '' where it names none. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

/** ms; the user waits for it */
const PATIENCE = 3000

/** Whether a part of the app that did not come is not there any more, rather than out of reach. @param error of webpack */
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
