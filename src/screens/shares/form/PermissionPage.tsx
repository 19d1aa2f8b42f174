import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Header } from '@/components/frame/Header'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { SharePolicy } from '@/contract/shares/policy'
import { offersOf, type ShareItem } from '@/domain/shares/offers'
import type { ShareMode, ShareSettings } from '@/domain/shares/settings'
import { useApp } from '@/screens/app/AppContext'
import { PermissionEditor } from '@/stores/shares/PermissionEditor'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { AccessSheet } from './AccessSheet'
import { ExpirySheet } from '../calendar/ExpirySheet'
import { LeavingSheet } from './LeavingSheet'
import { PermissionRows } from './PermissionRows'
import { showFault } from '../showFault'
import { useUnsavedGuard } from './useUnsavedGuard'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import '../shares.scss'
import './permissions.scss'

export interface PermissionPageProps {
  settings: ShareSettings
  /** Unsaved changes of an earlier visit (AH-27). */
  unsaved?: ShareSettings | null
  policy: SharePolicy
  /** Kind of the link: `colleagues` where it has named receivers. */
  mode: ShareMode
  /** Number of people and groups that receive it; null: no named receivers. */
  receivers: number | null
  /** If the field is left empty, the password stays: it cannot be shown any more. */
  isPasswordKept?: boolean
  /** The shared items. */
  items: readonly ShareItem[]
  /** Holds the page's sheets, and the `unsaved` overlay by which going back asks first. */
  overlays: OverlayStore
  /** Whether the message can be changed, too. */
  hasMessage?: boolean
  /** Receives valid settings. Resolves to whether they were saved; if not, the user was shown why. */
  onSave(settings: ShareSettings): boolean | Promise<boolean>
  /** Called on every change; null: nothing is unsaved. */
  onEdit?(unsaved: ShareSettings | null): void
  onClose(): void
}

/** The permissions of a link, for a new one and an existing one (SHARE-02 to SHARE-09). */
export const PermissionPage = observer(function PermissionPage(props: PermissionPageProps) {
  const { policy, mode, overlays, onClose } = props
  const app = useApp()
  const t = useWords<'share'>()
  const { enterprise, viewFlags } = app.sessionContext
  const [editor] = useState(
    () =>
      new PermissionEditor({
        saved: props.settings,
        unsaved: props.unsaved,
        policy,
        facts: () => ({
          enterprise: app.sessionContext.enterprise!,
          // Receivers are chosen elsewhere.
          receivers: mode === 'colleagues' ? Math.max(1, props.receivers ?? 0) : null,
          isPasswordKept: props.isPasswordKept,
          now: app.platform.clock.now() / 1000,
        }),
        onEdit: props.onEdit,
      }),
  )
  const [isSaving, setSaving] = useState(false)
  useUnsavedGuard(editor, overlays)
  const leave = () => (editor.isDirty ? overlays.show('leaving') : onClose())
  const ref = useModal(leave)
  if (!enterprise) return null
  const offers = offersOf({ items: props.items, policy, enterprise, flags: viewFlags }, mode)

  async function save(): Promise<void> {
    const settings = editor.validate()
    if (!settings) {
      app.feedback.toast({ text: t('file.share.shareFieldErrorTips') })
      return showFault()
    }
    setSaving(true)
    const isSaved = await props.onSave(settings)
    setSaving(false)
    if (!isSaved) return
    editor.markSaved(settings)
    onClose()
  }

  return (
    <View ref={ref} className="permissions" role="dialog" aria-modal aria-label={t('share.perms.title')}>
      <Header
        title={t('share.perms.title')}
        onBack={leave}
        trailing={<TextButton label={t('action.save')} disabled={isSaving} onPress={() => void save()} />}
      />
      <View className="permissions-body">
        <PermissionRows editor={editor} offers={offers} overlays={overlays} hasMessage={props.hasMessage} />
      </View>
      {overlays.valueFor('shareaccess') && (
        <AccessSheet
          access={editor.settings.access}
          offers={offers.access}
          hasPassword={editor.settings.password_protected}
          onChoose={(access) => void overlays.close('shareaccess').then(() => editor.setAccess(access))}
          onClose={() => void overlays.close('shareaccess')}
        />
      )}
      {overlays.valueFor('shareexpiry') && (
        <ExpirySheet
          dueTime={editor.settings.due_time}
          onChoose={(dueTime) => void overlays.close('shareexpiry').then(() => editor.setDueTime(dueTime))}
          onClose={() => void overlays.close('shareexpiry')}
        />
      )}
      {overlays.valueFor('leaving') && (
        <LeavingSheet
          onSave={() => void overlays.close('leaving').then(save)}
          onDiscard={() => {
            editor.discard()
            onClose()
          }}
          onStay={() => void overlays.close('leaving')}
        />
      )}
    </View>
  )
})
