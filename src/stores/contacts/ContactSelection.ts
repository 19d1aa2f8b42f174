import { makeAutoObservable, observable } from 'mobx'
import type { Contact, ContactId } from '@/contract/contacts'
import { CONTACT_PAGE_SIZE } from '@/domain/limits'
import { peopleIn } from '@/domain/contacts/contacts'
import type { ContactList } from './ContactList'

/** The chosen contacts (2§4). The map is replaced as a whole, so that choosing thousands of people notifies each row once. */
export class ContactSelection {
  /** The list whose remaining pages are being fetched, to choose all of it. */
  gathering: ContactList | null = null
  private chosen: ReadonlyMap<ContactId, Contact>

  constructor(chosen: readonly Contact[] = []) {
    this.chosen = byId(chosen)
    makeAutoObservable<this, 'chosen'>(this, { gathering: observable.ref, chosen: observable.ref })
  }

  get count(): number {
    return this.chosen.size
  }

  /** In the order of choosing. */
  get contacts(): readonly Contact[] {
    return [...this.chosen.values()]
  }

  /** The first three chosen contacts, for display. */
  get first(): readonly Contact[] {
    const first: Contact[] = []
    for (const contact of this.chosen.values()) if (first.push(contact) === 3) break
    return first
  }

  get peopleCount(): number {
    return peopleIn(this.chosen.values())
  }

  has(id: ContactId): boolean {
    return this.chosen.has(id)
  }

  /** Selects or deselects a contact; one that cannot be chosen does not change. */
  toggle(contact: Contact) {
    if (this.has(contact.item_typed_id)) this.lose([contact])
    else if (!contact.disabled) this.take([contact])
  }

  /** Whether all people of a list that can be chosen are chosen. */
  hasAll(list: ContactList): boolean {
    if (!list.pages.held.isComplete) return false
    const open = list.people.filter((contact) => !contact.disabled)
    return open.length > 0 && open.every((contact) => this.has(contact.item_typed_id))
  }

  /** Chooses everybody in a list who can be chosen, including pages not yet loaded; if all are chosen, deselects them (CONT-04). */
  async toggleAll(list: ContactList) {
    if (this.gathering) return this.ended()
    if (this.hasAll(list)) return this.lose(list.people)
    this.began(list)
    const isOn = () => this.gathering === list
    const isWhole = () => list.pages.held.isComplete
    while (isOn() && !isWhole() && (await list.pages.loadMany(CONTACT_PAGE_SIZE)));
    if (!isOn()) return
    if (isWhole()) this.take(list.people)
    this.ended()
  }

  /** Sets what is left after the user edited the selection. */
  replace(contacts: readonly Contact[]) {
    this.chosen = byId(contacts)
  }

  private take(contacts: readonly Contact[]) {
    const chosen = new Map(this.chosen)
    for (const contact of contacts) if (!contact.disabled) chosen.set(contact.item_typed_id, contact)
    this.chosen = chosen
  }

  private lose(contacts: readonly Contact[]) {
    const chosen = new Map(this.chosen)
    for (const { item_typed_id } of contacts) chosen.delete(item_typed_id)
    this.chosen = chosen
  }

  private began(list: ContactList) {
    this.gathering = list
  }

  private ended() {
    this.gathering = null
  }
}

function byId(contacts: readonly Contact[]): ReadonlyMap<ContactId, Contact> {
  return new Map(contacts.map((contact) => [contact.item_typed_id, contact]))
}
