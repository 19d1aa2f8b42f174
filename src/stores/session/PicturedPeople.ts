import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { PicturedPerson } from '@/contract/enterprises'
import { faultOf } from './accountFaults'

/** The people of the enterprise who show a picture, for its administrators, who may take one away (CONT-03); page by page. */
export class PicturedPeople {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  people: readonly PicturedPerson[] = []
  total = 0
  fault: Message | null = null
  private words = ''
  /** An answer for words that were left is dropped. */
  private ticket = 0

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'words' | 'ticket'>(this, {
      api: false,
      words: false,
      ticket: false,
      people: observable.ref,
      fault: observable.ref,
    })
  }

  get hasMore(): boolean {
    return this.people.length < this.total
  }

  /** @param words part of a name or a login; '' is anybody */
  async search(words: string) {
    this.words = words.trim()
    await this.ask([])
  }

  async more() {
    if (this.phase === 'ready' && this.hasMore) await this.ask(this.people)
  }

  /** Takes somebody's picture away; a refusal is told by the app. Resolves to whether it is gone. */
  async remove(id: number): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /enterprise/remove_picture', { user_id: id }))
    if (reply) this.removed(id)
    return reply !== null
  }

  private async ask(shown: readonly PicturedPerson[]) {
    const ticket = (this.ticket += 1)
    const asked = { ...(this.words !== '' && { search_string: this.words }), offset: shown.length }
    this.began(shown)
    try {
      const page = await this.api.call('GET /enterprise/pictures', asked, { quiet: true })
      if (ticket === this.ticket) this.received(page)
    } catch (error) {
      if (ticket === this.ticket) this.failed(error)
    }
  }

  private began(shown: readonly PicturedPerson[]) {
    this.phase = 'loading'
    this.fault = null
    this.people = shown
  }

  /** Somebody may have moved to a later page meanwhile. */
  private received({ people, total_count: total }: { people: readonly PicturedPerson[]; total_count: number }) {
    const known = new Set(this.people.map(({ id }) => id))
    this.people = [...this.people, ...people.filter(({ id }) => !known.has(id))]
    this.total = people.length === 0 ? this.people.length : total
    this.phase = 'ready'
  }

  private failed(error: unknown) {
    this.fault = faultOf(error).message
    this.phase = 'failed'
  }

  private removed(id: number) {
    this.people = this.people.filter((person) => person.id !== id)
    this.total -= 1
  }
}
