import { makeAutoObservable, runInAction, reaction } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Clock, NetworkState, OnNetwork } from '@/platform/Platform'
import type { FeedbackStore } from './FeedbackStore'
import type { LazyStores } from './LazyStores'

interface Dependencies {
  api: Api
  clock: Clock
  feedback: FeedbackStore
  onNetwork: OnNetwork
}

/** calls in a row that failed for lack of a network */
const ENOUGH = 2
/** ms until the first check of the network, and between later checks */
const FIRST_LOOK = 500
const NEXT_LOOK = 10_000
/** addresses remembered; more than the screens of a phone show */
const PICTURES = 500
/** The suffix that requests a smaller tile picture. */
const SMALLER = '&size=64'

/** State of the network (AH-19): as the phone reports it, and as the app's own calls fare. */
export class NetworkStore {
  private told: NetworkState = 'online'
  private savesData = false
  private misses = 0
  private hasAlerted = false
  private stopLook: (() => void) | null = null
  private readonly pictures = new Map<string, string>()

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'hasAlerted' | 'stopLook' | 'pictures' | 'suppresses'>(this, {
      deps: false,
      hasAlerted: false,
      stopLook: false,
      pictures: false,
      suppresses: false,
      picture: false,
    })
    const { api, clock, feedback, onNetwork } = deps
    api.onTransport = (isCarried) => (isCarried ? this.carried() : this.missed())
    feedback.suppresses = (message, isAlert) => this.suppresses(message, isAlert)
    // By then the visible rows have requested their pictures.
    clock.after(0, () => onNetwork((state, savesData = false) => this.turned(state, savesData)))
  }

  get state(): NetworkState {
    return this.misses >= ENOUGH ? 'offline' : this.told
  }

  /**
   * The address of a tile's picture. While the network is weak: the smaller one, and undefined for a row that is out of sight or passes too quickly.
   * A picture that was shown before stays; offline, no other is requested.
   */
  picture(address: string, isFar = false, isFlung = false): string | undefined {
    const { state, savesData } = this
    const before = this.pictures.get(address)
    if (before !== undefined) return before
    const isSparing = state === 'weak' || savesData
    if (state === 'offline' || isFlung || (isSparing && isFar)) return undefined
    if (this.pictures.size >= PICTURES) this.pictures.clear()
    const wanted = isSparing ? address + SMALLER : address
    this.pictures.set(address, wanted)
    return wanted
  }

  private turned(state: NetworkState, savesData: boolean) {
    this.told = state
    this.savesData = savesData
    if (state !== 'offline') this.carried()
  }

  private carried() {
    this.misses = 0
    this.hasAlerted = false
    this.stopLook?.()
    this.stopLook = null
    if (this.told === 'offline') this.told = 'online'
  }

  /** Counts a call that the network did not carry. If the phone still reports a network, only another call shows when it works again. */
  private missed() {
    this.misses += 1
    this.stopLook ??= this.deps.clock.after(this.misses < ENOUGH ? FIRST_LOOK : NEXT_LOOK, () => void this.look())
  }

  private async look() {
    await answerOrNull(this.deps.api.call('GET /apps/users/is_user_logged_in', {}, { handledCodes: 'all' }))
    runInAction(() => {
      this.stopLook = null
      if (this.misses > 0) this.stopLook = this.deps.clock.after(NEXT_LOOK, () => void this.look())
    })
  }

  /** Shows one dialog per outage. Later alerts become toasts; messages that no action asked for are dropped, since the bar reports the outage. */
  private suppresses(message: Message, isAlert: boolean): boolean {
    if (!('key' in message) || message.key !== 'failure.network') return false
    if (!isAlert) return this.state === 'offline'
    const isRepeated = this.hasAlerted
    this.hasAlerted = true
    if (isRepeated) this.deps.feedback.toast({ key: 'network.failed' })
    return isRepeated
  }
}

/** Runs a function each time the network returns (AH-19). @returns unsubscribes */
export function onNetworkBack(lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>, run: () => void): () => void {
  return reaction(
    () => lazy.network?.state === 'offline',
    (isOffline) => {
      if (!isOffline) run()
    },
  )
}
