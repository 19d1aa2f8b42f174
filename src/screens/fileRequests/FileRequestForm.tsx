import { observer } from 'mobx-react'
import { Textarea, View } from '@tarojs/components'
import { useEffect, type ReactNode } from 'react'
import { Field } from '@/components/fields/Field'
import { Header } from '@/components/frame/Header'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { Switch } from '@/components/fields/Switch'
import type { FileRequestLink } from '@/contract/fileRequests'
import type { Words } from '@/i18n/words'
import { areOnlyPeople } from '@/domain/contacts/contacts'
import {
  fileRequestKinds,
  FILE_REQUEST_NAME_MAX_LENGTH,
  FILE_REQUEST_TEXT_MAX_LENGTH,
  FILE_REQUEST_TITLE_MAX_LENGTH,
} from '@/domain/fileRequests/files'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { FileRequestDraft } from '@/stores/fileRequests/FileRequestDraft'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { Cell } from '../shares/form/Cell'
import '../shares/shares.scss'
import '../shares/form/permissions.scss'
import { DueSheet } from './DueSheet'
import { wordDue } from './wordFileRequest'

interface Props {
  folderId: number
  /** null: a new link */
  link: FileRequestLink | null
  overlays: OverlayStore
  onDone(link: FileRequestLink): void
}

/** The settings of a collecting link: text, accepted files, deadline and expected people (AH-25). */
export const FileRequestForm = observer(function FileRequestForm({ folderId, link, overlays, onDone }: Props) {
  const app = useApp()
  const t = useWords<'collect'>()
  const draft = useDisposable(() => new FileRequestDraft(app, folderId, link))
  useEffect(() => void (link ? draft.loadListed() : draft.loadSeen()), [draft, link])
  const close = () => overlays.close('collectform')
  const ref = useModal(() => void close())
  const title = t(link ? 'collect.form.editTitle' : 'collect.form.newTitle')
  const { enterprise } = app.sessionContext
  const hasColleagues = enterprise !== null && !enterprise.is_personal_user_enterprise
  useEffect(() => {
    if (hasColleagues) void draft.loadGroups()
  }, [draft, hasColleagues])
  const n = draft.people.length

  async function save() {
    const saved = await draft.save()
    if (!saved) return
    await close()
    onDone(saved)
  }

  return (
    <View ref={ref} className="permissions collect-form" role="dialog" aria-modal aria-label={title}>
      <Header
        title={title}
        onBack={() => void close()}
        trailing={
          <TextButton
            label={t(link ? 'collect.form.save' : 'collect.form.create')}
            disabled={draft.isSaving}
            onPress={() => void save()}
          />
        }
      />
      <View className="permissions-body">
        {draft.isRestored ? (
          <NoticeBar
            tone="quiet"
            text={t('collect.form.restored')}
            actions={[{ label: t('collect.form.discard'), onPress: () => draft.discard() }]}
          />
        ) : null}
        {draft.isSeenByOthers ? <NoticeBar tone="warning" text={t('collect.form.seen')} /> : null}
        <Field
          label={t('collect.form.title')}
          placeholder={t('collect.form.titleHint')}
          value={draft.title}
          error={titleFault()}
          onChange={(typed) => draft.setTitle(typed)}
        />
        <Lines
          label={t('collect.form.text')}
          value={draft.text}
          error={draft.isTextTooLong ? t('collect.form.tooLong', { n: FILE_REQUEST_TEXT_MAX_LENGTH }) : undefined}
          onChange={(typed) => draft.setText(typed)}
        />
        <View className="share-group">
          <Cell
            label={t('collect.form.due')}
            note={wordDue(app, { due_time: draft.dueTime }, t)}
            onPress={() => overlays.show('collectdue')}
          />
          <Cell label={t('collect.form.kinds')} note={t('collect.form.kindsNote')}>
            <View className="collect-chips" role="group" aria-label={t('collect.form.kinds')}>
              {fileRequestKinds.map((kind) => {
                const isChosen = draft.kinds.includes(kind)
                return (
                  <View
                    key={kind}
                    className={classes('expiry-preset', isChosen && 'expiry-chosen')}
                    role="checkbox"
                    aria-checked={isChosen}
                    onClick={() => draft.toggleKind(kind)}
                  >
                    {t(`collect.kind.${kind}`)}
                  </View>
                )
              })}
            </View>
          </Cell>
        </View>
        {link && link.listed_count > 0 ? (
          <View className="share-group">
            <Cell label={t('collect.form.onList', { n: link.listed_count })} note={wordListed(draft.listed, link, t)} />
          </View>
        ) : null}
        <Lines
          label={t(link ? 'collect.form.moreNames' : 'collect.form.names')}
          placeholder={t('collect.form.namesHint')}
          value={draft.names}
          note={t('collect.form.namesNote')}
          error={draft.isNameTooLong ? t('collect.form.tooLong', { n: FILE_REQUEST_NAME_MAX_LENGTH }) : undefined}
          onChange={(typed) => draft.setNames(typed)}
        />
        <View className="share-group">
          {hasColleagues ? (
            <Cell
              label={t('collect.form.people')}
              note={t('collect.form.peopleNote')}
              value={
                n > 0
                  ? t(areOnlyPeople(draft.people) ? 'collect.form.peopleOnly' : 'collect.form.peopleCount', { n })
                  : undefined
              }
              onPress={() => void app.platform.navigate.push({ page: 'people', choice: draft.choice })}
            />
          ) : null}
          {draft.groups.length > 0 ? (
            <Cell label={t('collect.form.groups')}>
              <View className="collect-chips" role="group" aria-label={t('collect.form.groups')}>
                {draft.groups.map((group) => (
                  <View
                    key={group.item_typed_id}
                    className={classes('expiry-preset', draft.hasGroup(group) && 'expiry-chosen')}
                    role="checkbox"
                    aria-checked={draft.hasGroup(group)}
                    onClick={() => draft.toggleGroup(group)}
                  >
                    {t('collect.form.group', { name: group.name, n: group.user_count })}
                  </View>
                ))}
              </View>
            </Cell>
          ) : null}
          <Cell
            label={t('collect.form.listed')}
            note={t('collect.form.listedNote')}
            error={draft.wasTried && draft.isListMissing ? t('collect.form.listMissing') : undefined}
            trailing={
              <Switch
                label={t('collect.form.listed')}
                isOn={draft.isListedOnly}
                onSwitch={(isOn) => draft.setListedOnly(isOn)}
              />
            }
          />
        </View>
      </View>
      {overlays.valueFor('collectdue') !== undefined ? (
        <DueSheet
          dueTime={draft.dueTime}
          onChoose={(dueTime) => void overlays.close('collectdue').then(() => draft.setDueTime(dueTime))}
          onClose={() => void overlays.close('collectdue')}
        />
      ) : null}
    </View>
  )

  function titleFault(): string | undefined {
    if (draft.isTitleTooLong) return t('collect.form.tooLong', { n: FILE_REQUEST_TITLE_MAX_LENGTH })
    return draft.wasTried && draft.isTitleMissing ? t('collect.form.titleMissing') : undefined
  }
})

/** The names on the list; an ellipsis where there are more. */
function wordListed(names: readonly string[], { listed_count: count }: FileRequestLink, t: Words<'collect'>): string {
  return names.join(t('collect.and')) + (names.length > 0 && names.length < count ? '…' : '')
}

interface LinesProps {
  label: string
  placeholder?: string
  value: string
  note?: string
  error?: string
  onChange(value: string): void
}

/** A multi-line field. */
function Lines({ label, placeholder = '', value, note, error, onChange }: LinesProps): ReactNode {
  return (
    <View className="share-group share-message">
      <View className="share-cell-label">{label}</View>
      <Textarea
        className="message-input collect-lines"
        value={value}
        placeholder={placeholder}
        placeholderClass="field-placeholder"
        maxlength={-1}
        autoHeight
        cursorSpacing={120}
        nativeProps={{ 'aria-label': label, 'aria-invalid': error !== undefined }}
        onInput={(event) => onChange(event.detail.value)}
      />
      {error ? (
        <View className="share-cell-error" role="alert">
          {error}
        </View>
      ) : null}
      {note && !error ? <View className="share-cell-note">{note}</View> : null}
    </View>
  )
}
