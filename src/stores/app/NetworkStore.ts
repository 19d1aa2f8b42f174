import { makeAutoObservable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Clock, NetworkState, OnNetwork } from '@/platform/Platform'
import type { FeedbackStore } from './FeedbackStore'

interface Dependencies {
  api: Api
  clock: Clock
  feedback: FeedbackStore
  onNetwork: OnNetwork
}

/** calls in a row that the network did not carry */
const ENOUGH = 2
/** ms until the first of them is looked at again, and between later looks */
const FIRST_LOOK = 500
const NEXT_LOOK = 10_000
/** addresses remembered; more than a phone has on its screens */
const PICTURES = 500
/** What the server puts behind the address of a tile's picture for the smaller one. */
const SMALLER = '&size=64'

/** What the network is good for (AH-19): as the phone says, and as the app's own calls fare. */
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
    // By then the rows that stand have the pictures they asked for.
    clock.after(0, () => onNetwork((state, savesData = false) => this.turned(state, savesData)))
  }

  get state(): NetworkState {
    return this.misses >= ENOUGH ? 'offline' : this.told
  }

  /**
   * The address of a tile's picture: a smaller one while the network is weak, none for a row that is not in sight then, or passes too quickly;
   * what was shown before stays, and without a network nothing else is asked for.
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

  /** Where the phone says it has a network, only a call can tell that it is there again. */
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

  /** Of an outage, one dialog; later deeds are told in passing, what nobody asked for not at all, since the bar says it. */
  private suppresses(message: Message, isAlert: boolean): boolean {
    if (!('key' in message) || message.key !== 'failure.network') return false
    if (!isAlert) return this.state === 'offline'
    const isRepeated = this.hasAlerted
    this.hasAlerted = true
    if (isRepeated) this.deps.feedback.toast({ key: 'network.failed' })
    return isRepeated
  }
}
