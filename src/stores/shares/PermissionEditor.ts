import { makeAutoObservable, observable } from 'mobx'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareAccess } from '@/contract/shares/shares'
import {
  countOfField,
  isCountTooSmall,
  leaveCount,
  typedCount,
  type CountKind,
  type LeftCount,
} from '@/domain/shares/counts'
import { generatePassword } from '@/domain/shares/code'
import { withDownloadLimit, withPreviewLimit, withPreviewOnly, type ShareSettings } from '@/domain/shares/settings'
import {
  checkSettings,
  settleSettings,
  type ShareFacts,
  type ShareField,
  type ShareFieldFault,
} from '@/domain/shares/validate'

interface Start {
  saved: ShareSettings
  /** Settings being edited when the app ended (AH-27). */
  unsaved?: ShareSettings | null
  policy: SharePolicy
  facts(): ShareFacts
  /** As `Math.random`. */
  random?(): number
  /** Called on every change; null: nothing is unsaved. */
  onEdit?(unsaved: ShareSettings | null): void
}

const countFields = { preview: 'preview_limit', download: 'download_limit_v2' } as const

/** The settings of a link while they are edited: input, faults, and counts that were clamped (1§5). */
export class PermissionEditor {
  settings: ShareSettings
  /** A field shows its fault once it lost the focus, and every field after an attempt to save; "too long" shows at once. */
  private readonly left = observable.set<ShareField>()
  private isTried = false
  /** Corrections of count fields on leaving them, to be shown (decisions 3.21). */
  private readonly notices = observable.map<CountKind, LeftCount>({}, { deep: false })
  private readonly earlier: Record<CountKind, number | null> = { preview: null, download: null }
  private saved: ShareSettings

  constructor(private readonly start: Start) {
    this.saved = start.saved
    this.settings = start.unsaved ?? start.saved
    makeAutoObservable<this, 'start' | 'earlier' | 'saved'>(this, {
      settings: observable.ref,
      saved: observable.ref,
      start: false,
      earlier: false,
    })
  }

  get policy(): SharePolicy {
    return this.start.policy
  }

  get isDirty(): boolean {
    return JSON.stringify(this.settings) !== JSON.stringify(this.saved)
  }

  get faults(): ShareFieldFault[] {
    return checkSettings(this.settings, this.policy, this.start.facts())
  }

  /** The fault of a field, once it may be shown. */
  faultOf(field: ShareField): ShareFieldFault['code'] | undefined {
    const code = this.faults.find((fault) => fault.field === field)?.code
    const isFaultShown = this.isTried || this.left.has(field) || code?.endsWith('too_long')
    return isFaultShown ? code : undefined
  }

  /** The correction of a count that was reduced. */
  noticeOf(kind: CountKind): LeftCount | undefined {
    const notice = this.notices.get(kind)
    return notice?.notice === 'tooLarge' ? notice : undefined
  }

  setAccess(access: ShareAccess) {
    this.edited({ access })
  }

  /** An empty password switches the protection off. */
  setPassword(password: string) {
    this.edited({ password, password_protected: password !== '' })
  }

  generatePassword() {
    this.setPassword(generatePassword(this.start.random ?? Math.random))
  }

  setDueTime(dueTime: number) {
    this.edited({ due_time: dueTime })
    this.leaveField('due_time')
  }

  setPreviewOnly(isPreviewOnly: boolean) {
    this.edited(withPreviewOnly(this.settings, isPreviewOnly, this.policy))
  }

  setForwardDisabled(isDisabled: boolean) {
    this.edited({ disable_forward: isDisabled })
  }

  setLimited(kind: CountKind, isLimited: boolean) {
    const before = this.settings[countFields[kind]]
    if (!isLimited && !isCountTooSmall(before)) this.earlier[kind] = before
    this.notices.delete(kind)
    const withLimit = kind === 'preview' ? withPreviewLimit : withDownloadLimit
    this.edited(withLimit(this.settings, isLimited, this.policy, this.earlier[kind]))
  }

  /** Text typed into a count field; resolves to what the field shows. */
  typeCount(kind: CountKind, text: string): string {
    this.notices.delete(kind)
    this.edited({ [countFields[kind]]: countOfField(text) })
    return typedCount(text)
  }

  /** Changes a count by one, within its limits. */
  stepCount(kind: CountKind, step: 1 | -1) {
    const count = this.settings[countFields[kind]] ?? 0
    this.edited({ [countFields[kind]]: Math.max(1, count + step) })
    this.leaveCount(kind)
  }

  leaveCount(kind: CountKind) {
    const field = countFields[kind]
    const left = leaveCount(this.settings[field], kind, this.policy)
    this.notices.set(kind, left)
    if (left.count !== this.settings[field]) this.edited({ [field]: left.count })
    this.leaveField(field)
  }

  setWatermarkCustomized(isCustomized: boolean) {
    this.edited({ is_watermark_customize_content: isCustomized })
  }

  setWatermark(content: string) {
    this.edited({ watermark_customize_content: content })
  }

  setVisitorWatermark(isOn: boolean) {
    this.edited({ is_watermark_visitor: isOn })
  }

  setFirstVisitNotified(isFaultShown: boolean) {
    this.edited({ is_first_visit_told: isFaultShown })
  }

  setMessage(description: string) {
    this.edited({ description })
  }

  leaveField(field: ShareField) {
    this.left.add(field)
  }

  /** The settings to save; null while a field is wrong, whose fault is then shown (SHARE-09). */
  validate(): ShareSettings | null {
    for (const kind of ['preview', 'download'] as const) {
      const field = countFields[kind]
      const { count } = leaveCount(this.settings[field], kind, this.policy)
      if (count !== this.settings[field]) this.edited({ [field]: count })
    }
    this.isTried = true
    return this.faults.length > 0 ? null : settleSettings(this.settings, this.policy)
  }

  markSaved(settings: ShareSettings) {
    this.saved = settings
    this.settings = settings
    this.start.onEdit?.(null)
  }

  /** Discards the changes. */
  discard() {
    this.markSaved(this.saved)
  }

  private edited(change: Partial<ShareSettings>) {
    this.settings = { ...this.settings, ...change }
    this.start.onEdit?.(this.isDirty ? this.settings : null)
  }
}
