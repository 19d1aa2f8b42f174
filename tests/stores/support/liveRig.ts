import type { LiveEvent, NetworkState } from '@/platform/Platform'
import { LiveStore } from '@/stores/app/live/LiveStore'
import { makeLazy } from '@/stores/app/LazyStores'
import { NetworkStore } from '@/stores/app/NetworkStore'
import { startApp } from './startApp'
import { settled } from './until'

/** ms; more than the app waits before its first stream */
export const FIRST = 2000

/** A stream whose events the test sends. */
export interface FakeLine {
  path: string
  headers: Record<string, string>
  isOpen: boolean
  say(event: LiveEvent, data?: string): void
}

/** An app whose server sends the test's events. @param isTold false: a phone that can only poll */
export async function liveRig({ isTold = true } = {}) {
  const rig = await startApp()
  const { app, platform } = rig
  const { api, sessionContext, lazy } = app
  const { clock } = platform
  /** Lets time pass and pending answers arrive. */
  async function pass(milliseconds: number) {
    const end = clock.now() + milliseconds
    for (;;) {
      const [next = Infinity] = clock.waits
      if (clock.now() + next > end) break
      clock.pass(next)
      await settled()
    }
    clock.pass(end - clock.now())
    await settled()
  }
  const lines: FakeLine[] = []
  let tell: (state: NetworkState) => void = () => {}
  makeLazy(app, 'network', () => {
    const onNetwork = (listener: typeof tell) => {
      tell = listener
      return () => {}
    }
    return new NetworkStore({ api, clock, feedback: app.feedback, onNetwork })
  })
  const onEvents = (path: string, headers: Record<string, string>, hear: FakeLine['say']) => {
    const line: FakeLine = { path, headers, isOpen: true, say: (event, data = '') => hear(event, data) }
    lines.push(line)
    return () => {
      line.isOpen = false
    }
  }
  const live = makeLazy<'live', LiveStore>(
    app,
    'live',
    () => new LiveStore({ api, sessionContext, clock, lazy, ...(isTold && { onEvents: onEvents as never }) }),
  )
  await pass(0)
  return {
    ...rig,
    live,
    lines,
    /** The stream that was opened last. */
    line: () => lines.at(-1)!,
    open: () => lines.filter(({ isOpen }) => isOpen),
    /** Reports the state of the phone's network. */
    tellNetwork: (state: NetworkState) => tell(state),
    pass,
  }
}
