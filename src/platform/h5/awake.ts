let isWanted = false
let lock: Promise<WakeLockSentinel> | null = null

/**
 * Keeps the screen on while `on`, and makes the browser ask before leaving the page. A browser releases the lock when the page is hidden, so the
 * lock is requested again afterwards.
 */
export function keepAwake(on: boolean): void {
  isWanted = on
  window.onbeforeunload = on ? (event) => event.preventDefault() : null
  document.removeEventListener('visibilitychange', renew)
  if (on) document.addEventListener('visibilitychange', renew)
  renew()
}

function renew(): void {
  const old = lock
  lock = isWanted && document.visibilityState === 'visible' ? (navigator.wakeLock?.request('screen') ?? null) : null
  lock?.catch(() => undefined)
  old?.then((sentinel) => sentinel.release()).catch(() => undefined)
}
