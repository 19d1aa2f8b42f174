let isWanted = false
let lock: Promise<WakeLockSentinel> | null = null

/**
 * Keeps the screen on while it is wanted, and asks who leaves the page meanwhile; a browser takes the lock away with the page's sight,
 * so it is asked for again.
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
  old?.then((held) => held.release()).catch(() => undefined)
}
