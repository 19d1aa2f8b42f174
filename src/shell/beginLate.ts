import { runInAction } from 'mobx'
import type { OnNetwork } from '@/platform/Platform'
import type { AppStore } from '@/stores/shell/AppStore'
import { NetworkStore } from '@/stores/shell/NetworkStore'
import { onNetworkBack } from '@/stores/shell/onNetworkBack'
import { SeenLists } from '@/stores/lists/SeenLists'
import { UpdateStore } from '@/stores/shell/UpdateStore'

interface Phone {
  onNetwork: OnNetwork
  /** The build that runs; '' where nobody says. */
  build: string
  /** Whether a part of the app is not there any more; absent where all of it always is. */
  isGone?(error: unknown): Promise<boolean>
}

/** Makes the stores that no first page waits for (AH-19, AH-32). */
export function beginLate(
  { api, feedback, late, platform: { clock, navigate }, session }: AppStore,
  { onNetwork, build, isGone }: Phone,
): void {
  const network = new NetworkStore({ api, clock, feedback, onNetwork })
  const seen = new SeenLists()
  session.whenEnded(() => seen.forget())
  onNetworkBack(late, () => {
    if (session.phase === 'unreachable') void session.start()
  })
  runInAction(() => {
    late.network = network
    late.seen = seen
    late.update = new UpdateStore({ feedback, late, build, isGone, restart: () => navigate.restart() })
  })
}
