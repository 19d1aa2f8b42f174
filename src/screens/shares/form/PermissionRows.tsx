import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { Field } from '@/components/fields/Field'
import { Icon } from '@/components/ui/Icon'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { dateParts } from '@/domain/format/time'
import { NEVER_EXPIRES, SHARE_MESSAGE_MAX_LENGTH, WATERMARK_MAX_LENGTH } from '@/domain/limits'
import { maxCount, type CountKind } from '@/domain/shares/counts'
import { daysFromToday, presetOf, type ZoneAt } from '@/domain/shares/expiry'
import type { ShareOffers } from '@/domain/shares/offers'
import { isAlwaysNamed } from '@/domain/shares/summary'
import type { ShareField } from '@/domain/shares/validate'
import { codePointLength } from '@/domain/text/codePoints'
import { wordMoment } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'
import type { PermissionEditor } from '@/stores/shares/PermissionEditor'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { wordWho } from './AccessSheet'
import { Cell } from './Cell'
import { FirstVisitRow } from './FirstVisitRow'
import { MessageField } from './MessageField'
import { NumberField } from './NumberField'
import { SwitchRow } from './SwitchRow'
import { wordReason } from './wordReason'
import { useState } from 'react'

interface Props {
  editor: PermissionEditor
  offers: ShareOffers
  overlays: OverlayStore
  hasMessage?: boolean
}

type Rows = Pick<Props, 'editor' | 'offers'>

/** The settings of a link, one per line; those that the organisation decides are grey and say so. */
export const PermissionRows = observer(function PermissionRows({ editor, offers, overlays, hasMessage }: Props) {
  const t = useWords<'share'>()
  const { settings } = editor
  return (
    <>
      {hasLocked(editor, offers) && <NoticeBar tone="quiet" text={t('share.perms.managed')} />}
      <View className="share-group">
        <Cell
          label={t('share.perms.access')}
          note={wordWho(settings.access, settings.password_protected, t)}
          error={useFault(editor, 'access')}
          value={t(`share.access.${settings.access}`)}
          onPress={() => overlays.show('shareaccess')}
        />
        <PasswordRow editor={editor} offers={offers} />
        <ExpiryRow editor={editor} overlays={overlays} />
      </View>
      <View className="share-group">
        <PreviewOnlyRow editor={editor} offers={offers} />
        <LimitRow editor={editor} offers={offers} kind="preview" />
        {!settings.disable_download && <LimitRow editor={editor} offers={offers} kind="download" />}
      </View>
      <View className="share-group">
        <WatermarkRows editor={editor} offers={offers} />
        <SwitchRow
          label={t('share.perms.forward')}
          note={t('share.perms.forwardNote')}
          isOn={settings.disable_forward}
          offer={offers.forward}
          onSwitch={(isOn) => editor.setForwardDisabled(isOn)}
        />
      </View>
      <FirstVisitRow editor={editor} />
      {hasMessage && (
        <View className="share-group share-message">
          <MessageField
            value={settings.description}
            max={SHARE_MESSAGE_MAX_LENGTH}
            onChange={(message) => editor.setMessage(message)}
          />
        </View>
      )}
    </>
  )
})

/** Whether any line has a lock, which the page then explains. */
function hasLocked({ policy, settings }: PermissionEditor, offers: ShareOffers): boolean {
  if (!policy.is_share_management) return false
  const isForced = settings.is_preview_limit || settings.is_download_limit_v2
  return [
    offers.password,
    offers.download,
    offers.forward,
    settings.is_watermark_visitor ? offers.visitorWatermark : 'yes',
    isForced ? offers.limits : 'yes',
  ].some((offer) => typeof offer === 'object')
}

/** The fault of a field, in words. */
function useFault(editor: PermissionEditor, field: ShareField): string | undefined {
  const t = useWords<'share'>()
  const code = editor.faultOf(field)
  return code && t(`share.fault.${code}`)
}

const PasswordRow = observer(function PasswordRow({ editor, offers }: Rows) {
  const t = useWords<'share'>()
  const error = useFault(editor, 'password')
  const label = t('share.perms.password')
  const { password, password_protected: isProtected } = editor.settings
  const isKept = isProtected && password === ''
  const note = offers.password === 'yes' ? 'passwordOptional' : 'passwordForced'
  return (
    <View className="share-cell">
      <View className="share-cell-line">
        <View className="share-cell-texts">
          <View className="share-cell-label">
            {label}
            {typeof offers.password === 'object' ? <Icon name="lock" size={16} /> : null}
          </View>
          {!error && <View className="share-cell-note">{t(`share.perms.${isKept ? 'passwordKept' : note}`)}</View>}
          {isProtected && editor.policy.is_share_shown_before_password ? (
            <View className="share-cell-note">{t('share.perms.passwordNotice')}</View>
          ) : null}
        </View>
        <Input
          className={error ? 'password-input password-wrong' : 'password-input'}
          value={password}
          maxlength={-1}
          confirmType="done"
          cursorSpacing={120}
          nativeProps={{
            'aria-label': label,
            'aria-invalid': Boolean(error),
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
          }}
          onInput={(event) => editor.setPassword(event.detail.value)}
          onBlur={() => editor.leaveField('password')}
        />
        <TextButton label={t('share.perms.newPassword')} onPress={() => editor.generatePassword()} />
      </View>
      {error && (
        <View className="share-cell-error" role="alert">
          {error}
        </View>
      )}
    </View>
  )
})

const ExpiryRow = observer(function ExpiryRow({ editor, overlays }: Pick<Props, 'editor' | 'overlays'>) {
  const app = useApp()
  const t = useWords<'share'>()
  const zoneAt = useZone()
  const { due_time: dueTime } = editor.settings
  const now = app.now() / 1000
  const isNever = dueTime === NEVER_EXPIRES
  const days = presetOf(dueTime, now, zoneAt) ?? daysFromToday(dueTime, now, zoneAt)
  return (
    <Cell
      label={t('share.perms.expiry')}
      note={
        isNever
          ? undefined
          : t('share.perms.expiryAt', { moment: wordMoment(dateParts(dueTime, now, zoneAt(dueTime)), t) })
      }
      error={useFault(editor, 'due_time')}
      value={
        isNever
          ? t('share.calendar.never')
          : days > 0
            ? t('share.calendar.days', { n: days })
            : t('share.calendar.today')
      }
      onPress={() => overlays.show('shareexpiry')}
    />
  )
})

const PreviewOnlyRow = observer(function PreviewOnlyRow({ editor, offers }: Rows) {
  const { feedback } = useApp()
  const t = useWords<'share'>()
  const { download } = offers
  return (
    <SwitchRow
      label={t('share.perms.previewOnly')}
      note={t('share.perms.previewOnlyNote')}
      error={useFault(editor, 'disable_download')}
      isOn={editor.settings.disable_download}
      offer={download}
      onSwitch={(isOn) => editor.setPreviewOnly(isOn)}
      onRefused={() => typeof download === 'object' && feedback.toast({ text: wordReason(download.no, t) })}
    />
  )
})

const LimitRow = observer(function LimitRow({ editor, offers, kind }: Rows & { kind: CountKind }) {
  const t = useWords<'share'>()
  const { settings, policy } = editor
  const [isLimited, count] =
    kind === 'preview'
      ? [settings.is_preview_limit, settings.preview_limit]
      : [settings.is_download_limit_v2, settings.download_limit_v2]
  const label = t(`share.perms.${kind}Limit`)
  const max = maxCount(kind, policy)
  const hasMax = (kind === 'preview' ? policy.share_max_preview_limit : policy.share_max_download_limit) !== null
  const error = useFault(editor, kind === 'preview' ? 'preview_limit' : 'download_limit_v2')
  const clamped = editor.noticeOf(kind)
  return (
    <SwitchRow
      label={label}
      bound={hasMax ? t('share.perms.limitMax', { n: max }) : undefined}
      error={error}
      isOn={isLimited}
      offer={isLimited ? offers.limits : 'yes'}
      onSwitch={(isOn) => editor.setLimited(kind, isOn)}
    >
      {isLimited && (
        <View className="limit-line">
          {clamped && (
            <View className="limit-notice" role="status">
              {t('share.limitTooLarge', { n: clamped.max })}
            </View>
          )}
          <NumberField
            label={t('share.perms.countOf', { label })}
            value={count}
            max={max}
            isWrong={Boolean(error)}
            lessLabel={t('share.perms.less', { label })}
            moreLabel={t('share.perms.moreOf', { label })}
            onType={(text) => editor.typeCount(kind, text)}
            onLeave={() => editor.leaveCount(kind)}
            onStep={(step) => editor.stepCount(kind, step)}
          />
        </View>
      )}
    </SwitchRow>
  )
})

const WatermarkRows = observer(function WatermarkRows({ editor, offers }: Rows) {
  const t = useWords<'share'>()
  const { settings } = editor
  const content = settings.watermark_customize_content
  const error = useFault(editor, 'watermark_customize_content')
  return (
    <>
      <SwitchRow
        label={t('share.perms.visitorWatermark')}
        note={isAlwaysNamed(settings) && !settings.is_watermark_visitor ? t('share.perms.alwaysNamed') : undefined}
        error={useFault(editor, 'is_watermark_visitor')}
        isOn={settings.is_watermark_visitor}
        offer={settings.is_watermark_visitor ? offers.visitorWatermark : 'yes'}
        onSwitch={(isOn) => editor.setVisitorWatermark(isOn)}
      />
      <SwitchRow
        label={t('share.perms.watermark')}
        isOn={settings.is_watermark_customize_content}
        offer="yes"
        onSwitch={(isOn) => editor.setWatermarkCustomized(isOn)}
      >
        {settings.is_watermark_customize_content && (
          <Field
            label={t('share.perms.watermarkText')}
            value={content}
            error={error}
            counter={`${codePointLength(content)} / ${WATERMARK_MAX_LENGTH}`}
            onChange={(text) => editor.setWatermark(text)}
          />
        )}
      </SwitchRow>
    </>
  )
})

/** The phone's time zone at a moment, for the rules of expiry. */
export function useZone(): ZoneAt {
  const { clock } = useApp().platform
  const [zoneAt] = useState((): ZoneAt => (seconds) => clock.zone(seconds * 1000))
  return zoneAt
}
