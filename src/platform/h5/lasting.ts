/**
 * Whether a later visit finds what a page stores for it. WeChat and WeCom open chats in an engine that drops caches or has none; a frame belongs to
 * another site; an insecure page has no service worker.
 */
export function isLasting({ serviceWorker }: Pick<Navigator, 'serviceWorker'>): boolean {
  const isElsewhere = /\bMicroMessenger\//i.test(navigator.userAgent) || top !== self
  return Boolean(serviceWorker as unknown) && !isElsewhere
}
