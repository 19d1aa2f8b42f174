import { makeAutoObservable, reaction } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { FileRequestLink } from '@/contract/fileRequests'
import type { Contact } from '@/contract/contacts'
import {
  namesOf,
  type FileRequestKind,
  FILE_REQUEST_NAME_MAX_LENGTH,
  FILE_REQUEST_TEXT_MAX_LENGTH,
  FILE_REQUEST_TITLE_MAX_LENGTH,
} from '@/domain/fileRequests/files'
import { NEVER_EXPIRES } from '@/domain/limits'
import { receiversOf } from '@/domain/contacts/contacts'
import { codePointLength } from '@/domain/text/codePoints'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import type { AppServices } from '@/stores/app/AppServices'
import { SavedDrafts, restored } from '@/stores/app/SavedDrafts'
import { listedNames } from './listedNames'

interface Fields {
  title: string
  text: string
  dueTime: number
  kinds: readonly FileRequestKind[]
  isListedOnly: boolean
  names: string
}

/** Unsaved input (AH-27). */
interface FileRequestNote {
  changed: Partial<Fields>
  people: readonly Contact[]
}

type Settings = Pick<FileRequestLink, 'title' | 'text' | 'due_time' | 'kinds' | 'is_listed_only'>

/** most groups, and most departments, offered by one tap */
const MOST_GROUPS = 4

type Hidden = 'app' | 'folderId' | 'link' | 'stopKeeping'

/** The settings of a collecting link while it is made or changed (AH-25). Names and people are added to its list. */
export class FileRequestDraft {
  title = ''
  text = ''
  /** Seconds since 1970; 0 = never */
  dueTime = NEVER_EXPIRES
  kinds: readonly FileRequestKind[] = []
  isListedOnly = false
  /** One name per line. */
  names = ''
  isSaving = false
  /** Whether the user tried to save; only then are faults shown. */
  wasTried = false
  /** Whether this draft continues the draft of an earlier visit. */
  isRestored = false
  /** Names that are already on the list of the link; the first ones of a long list. */
  listed: readonly string[] = []
  /** Groups and departments to choose by one tap. */
  groups: readonly Contact[] = []
  /** Whether others can see the folder, as members or by a link; known after `loadSeen`. */
  isSeenByOthers = false
  private readonly notes: SavedDrafts<FileRequestNote>
  private readonly stopKeeping: () => void

  /** @param link the link to change; null: a new one for the folder */
  constructor(
    private readonly app: AppServices,
    private readonly folderId: number,
    private readonly link: FileRequestLink | null,
  ) {
    this.notes = new SavedDrafts(app, 'collects', { changed: {}, people: [] })
    this.begin(this.start)
    makeAutoObservable<this, Hidden>(this, { app: false, folderId: false, link: false, stopKeeping: false })
    this.restore()
    this.stopKeeping = reaction(
      () => this.note,
      (note) => this.notes.write(this.key, note),
    )
  }

  /** The argument of `navigate.push({ page: 'people', choice })`. */
  get choice() {
    return { mode: 'collect', typedId: this.key } as const
  }

  get people(): readonly Contact[] {
    return chosenContactsOf(this.app).of(this.choice)
  }

  get isTitleMissing(): boolean {
    return this.title.trim() === ''
  }

  get isTitleTooLong(): boolean {
    return codePointLength(this.title.trim()) > FILE_REQUEST_TITLE_MAX_LENGTH
  }

  get isTextTooLong(): boolean {
    return codePointLength(this.text) > FILE_REQUEST_TEXT_MAX_LENGTH
  }

  get isNameTooLong(): boolean {
    return namesOf(this.names).some((name) => codePointLength(name) > FILE_REQUEST_NAME_MAX_LENGTH)
  }

  /** Whether only listed people may hand in, and the list is empty. */
  get isListMissing(): boolean {
    const onList = (this.link?.listed_count ?? 0) + namesOf(this.names).length + this.people.length
    return this.isListedOnly && onList === 0
  }

  get isRight(): boolean {
    const isTold = !this.isTitleMissing && !this.isTitleTooLong && !this.isTextTooLong
    return isTold && !this.isNameTooLong && !this.isListMissing
  }

  setTitle(title: string) {
    this.title = title
  }

  setText(text: string) {
    this.text = text
  }

  setDueTime(dueTime: number) {
    this.dueTime = dueTime
  }

  setListedOnly(isOn: boolean) {
    this.isListedOnly = isOn
  }

  setNames(names: string) {
    this.names = names
  }

  toggleKind(kind: FileRequestKind) {
    this.kinds = this.kinds.includes(kind) ? this.kinds.filter((each) => each !== kind) : [...this.kinds, kind]
  }

  /** Fetches the names that are already on the list. */
  async loadListed() {
    if (this.link && this.link.listed_count > 0) this.found(await listedNames(this.app.api, this.link.id))
  }

  /** Fetches groups and departments that one tap puts on the list; without an answer none are offered. */
  async loadGroups() {
    const asked = { include_groups: true, include_departments: true, page_size: MOST_GROUPS }
    const answer = await answerOrNull(this.app.api.call('GET /apps/contacts/get', asked, { quiet: true }))
    if (answer) this.offer([...answer.groups, ...answer.departments])
  }

  /** Fetches whether others can see the folder, and so the hand-ins; without an answer no warning is shown. */
  async loadSeen() {
    const asked = { item_typed_id: `folder_${this.folderId}` as const, page_size: 2 }
    const answer = await answerOrNull(this.app.api.call('GET /apps/files/who_can_see', asked, { quiet: true }))
    if (answer) this.seen(answer.people.some((person) => !person.current_user) || answer.links.length > 0)
  }

  hasGroup({ item_typed_id: id }: Contact): boolean {
    return this.people.some((contact) => contact.item_typed_id === id)
  }

  /** Puts a group or department on the list, or takes it off. */
  toggleGroup(group: Contact) {
    const others = this.people.filter(({ item_typed_id: id }) => id !== group.item_typed_id)
    chosenContactsOf(this.app).put(this.choice, this.hasGroup(group) ? others : [...others, group])
  }

  /** Makes or changes the link. Resolves to null where input is missing, or after a refusal, which the app has shown. */
  async save(): Promise<FileRequestLink | null> {
    this.tried()
    if (!this.isRight || this.isSaving) return null
    const { userIds, groupIds } = receiversOf(this.people)
    const settings = {
      title: this.title.trim(),
      text: this.text.trim(),
      due_time: this.dueTime,
      kinds: [...this.kinds],
      is_listed_only: this.isListedOnly,
    }
    const people = { names: namesOf(this.names), user_ids: userIds, group_ids: groupIds }
    const { api } = this.app
    this.turned(true)
    const answer = await answerOrNull(
      this.link
        ? api.call('POST /apps/collects/edit', {
            collect_id: this.link.id,
            ...changedOf<Settings>(settings, this.link),
            ...people,
          })
        : api.call('POST /apps/collects/create', { folder_id: this.folderId, ...settings, ...people }),
    )
    this.turned(false)
    if (answer) this.discard()
    return answer?.collect ?? null
  }

  /** Restores the initial values. */
  discard() {
    this.begin(this.start)
    this.wasTried = false
    this.isRestored = false
    chosenContactsOf(this.app).drop(this.choice)
  }

  dispose() {
    this.stopKeeping()
  }

  private get key(): `folder_${number}` | `collect_${number}` {
    return this.link ? `collect_${this.link.id}` : `folder_${this.folderId}`
  }

  private get start(): Fields {
    const { link } = this
    return {
      title: link?.title ?? '',
      text: link?.text ?? '',
      dueTime: link?.due_time ?? NEVER_EXPIRES,
      kinds: link?.kinds ?? [],
      isListedOnly: link?.is_listed_only ?? false,
      names: '',
    }
  }

  /** null: nothing was changed */
  private get note(): FileRequestNote | null {
    const { title, text, dueTime, kinds, isListedOnly, names, people } = this
    const changed = changedOf({ title, text, dueTime, kinds, isListedOnly, names }, this.start)
    return people.length === 0 && Object.keys(changed).length === 0 ? null : { changed, people }
  }

  private begin({ title, text, dueTime, kinds, isListedOnly, names }: Fields) {
    this.title = title
    this.text = text
    this.dueTime = dueTime
    this.kinds = kinds
    this.isListedOnly = isListedOnly
    this.names = names
  }

  private restore() {
    const note = this.notes.read(this.key)
    if (!note) return
    this.begin(restored(this.start, note.changed))
    if (this.people.length === 0) chosenContactsOf(this.app).put(this.choice, note.people)
    this.isRestored = true
  }

  private offer(groups: readonly Contact[]) {
    this.groups = groups.filter(({ user_count: n }) => n > 0)
  }

  private found(listed: readonly string[]) {
    this.listed = listed
  }

  private seen(byOthers: boolean) {
    this.isSeenByOthers = byOthers
  }

  private tried() {
    this.wasTried = true
  }

  private turned(isSaving: boolean) {
    this.isSaving = isSaving
  }
}

/** The changed fields only: others may have been changed elsewhere since. */
function changedOf<T extends object>(now: T, before: T): Partial<T> {
  const fields = Object.keys(now) as (keyof T)[]
  const isChanged = (field: keyof T) => JSON.stringify(now[field]) !== JSON.stringify(before[field])
  return Object.fromEntries(fields.filter(isChanged).map((field) => [field, now[field]])) as Partial<T>
}
