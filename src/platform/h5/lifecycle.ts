import type { Platform } from '../Platform'

/** The data in `<script type="application/json" id="boot">`, written by the server. */
function boot(): unknown {
  const text = document.getElementById('boot')?.textContent
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** iOS restores a frozen page when going back and reports it only by `pageshow`. */
function onShow(listener: () => void): () => void {
  function handleVisibility(): void {
    if (document.visibilityState === 'visible') listener()
  }
  function handlePageShow(event: PageTransitionEvent): void {
    if (event.persisted) listener()
  }
  document.addEventListener('visibilitychange', handleVisibility)
  window.addEventListener('pageshow', handlePageShow)
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    window.removeEventListener('pageshow', handlePageShow)
  }
}

export function createLifecycle(): Pick<Platform, 'boot' | 'onShow'> {
  return { boot, onShow }
}
