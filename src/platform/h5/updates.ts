/** The build that this page is of, as its server names it; '' where it names none. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

/** Whether a part of the app that did not come is not there any more, rather than out of reach. @param error of webpack */
export async function isGone(error: unknown): Promise<boolean> {
  const { request } = error as { request?: string }
  if (!request) return false
  try {
    const { status } = await fetch(request, { method: 'HEAD', cache: 'no-store' })
    return status === 404
  } catch {
    return false
  }
}
