import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { CollectLink } from '@/contract/collect'
import type { Contact } from '@/contract/contacts'
import { namesOf, type CollectKind } from '@/domain/collecting/files'
import { COLLECT_NAME_MAX_LENGTH, COLLECT_TEXT_MAX_LENGTH, COLLECT_TITLE_MAX_LENGTH } from '@/domain/collecting/limits'
import { NEVER_EXPIRES } from '@/domain/limits'
import { receiversOf } from '@/domain/people/contacts'
import { codePointLength } from '@/domain/text/codePoints'

/** What a collecting link says and takes, before it is made or while it is changed (AH-25). Names and people are added to its list. */
export class CollectDraft {
  title: string
  text: string
  /** Seconds since 1970; 0 = never */
  dueTime: number
  kinds: readonly CollectKind[]
  isListedOnly: boolean
  /** One name a line. */
  names = ''
  isSaving = false
  /** Faults are shown once somebody tried. */
  wasTried = false

  /** @param link that is changed; null: a new one for the folder */
  constructor(
    private readonly deps: { api: Api; people(): readonly Contact[] },
    private readonly folderId: number,
    private readonly link: CollectLink | null,
  ) {
    this.title = link?.title ?? ''
    this.text = link?.text ?? ''
    this.dueTime = link?.due_time ?? NEVER_EXPIRES
    this.kinds = link?.kinds ?? []
    this.isListedOnly = link?.is_listed_only ?? false
    makeAutoObservable<this, 'deps' | 'folderId' | 'link'>(this, { deps: false, folderId: false, link: false })
  }

  get people(): readonly Contact[] {
    return this.deps.people()
  }

  get isTitleMissing(): boolean {
    return this.title.trim() === ''
  }

  get isTitleTooLong(): boolean {
    return codePointLength(this.title.trim()) > COLLECT_TITLE_MAX_LENGTH
  }

  get isTextTooLong(): boolean {
    return codePointLength(this.text) > COLLECT_TEXT_MAX_LENGTH
  }

  get isNameTooLong(): boolean {
    return namesOf(this.names).some((name) => codePointLength(name) > COLLECT_NAME_MAX_LENGTH)
  }

  /** Only people on the list, and nobody on it. */
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

  toggleKind(kind: CollectKind) {
    this.kinds = this.kinds.includes(kind) ? this.kinds.filter((each) => each !== kind) : [...this.kinds, kind]
  }

  /** Makes or changes the link. Resolves to null where something is missing, or it was refused, which the app has told. */
  async save(): Promise<CollectLink | null> {
    this.tried()
    if (!this.isRight || this.isSaving) return null
    const { userIds, groupIds } = receiversOf(this.people)
    const asked = {
      title: this.title.trim(),
      text: this.text.trim(),
      due_time: this.dueTime,
      kinds: [...this.kinds],
      is_listed_only: this.isListedOnly,
      names: namesOf(this.names),
      user_ids: userIds,
      group_ids: groupIds,
    }
    const { api } = this.deps
    this.turned(true)
    const answer = await answerOrNull(
      this.link
        ? api.call('POST /apps/collects/edit', { collect_id: this.link.id, ...asked, removed_person_ids: [] })
        : api.call('POST /apps/collects/create', { folder_id: this.folderId, ...asked }),
    )
    this.turned(false)
    return answer?.collect ?? null
  }

  private tried() {
    this.wasTried = true
  }

  private turned(isSaving: boolean) {
    this.isSaving = isSaving
  }
}
