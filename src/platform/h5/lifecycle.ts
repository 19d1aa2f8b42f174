import type { Platform } from '../Platform'

/** What the server wrote into the page as `<script type="application/json" id="boot">`. */
function boot(): unknown {
  const text = document.getElementById('boot')?.textContent
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** iOS brings back a frozen page on back and tells it only by `pageshow`. */
function onShow(listener: () => void): () => void {
  function seen(): void {
    if (document.visibilityState === 'visible') listener()
  }
  function thawed(event: PageTransitionEvent): void {
    if (event.persisted) listener()
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('pageshow', thawed)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('pageshow', thawed)
  }
}

export function createLifecycle(): Pick<Platform, 'boot' | 'onShow'> {
  return { boot, onShow }
}
