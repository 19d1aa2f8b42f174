import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { ActionGrid, type GridAction } from '@/components/sheets/ActionGrid'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Button } from '@/components/ui/Button'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { Switch } from '@/components/fields/Switch'
import { areOnlyPeople } from '@/domain/contacts/contacts'
import type { ShareMode } from '@/domain/shares/settings'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { QuickSend } from '@/stores/shares/QuickSend'
import type { ShareDraft } from '@/stores/shares/ShareDraft'
import { Cell } from './Cell'
import { RecentPeople } from './RecentPeople'
import type { ShareActions } from '../useShareActions'
import { SharedCard } from '../SharedCard'
import { wordReason } from './wordReason'
import { wordAccess, wordSummary } from './wordSummary'

interface Props {
  draft: ShareDraft
  overlays: OverlayStore
  actions: ShareActions
  quick: QuickSend
}

/** avatars side by side */
const SHOWN_PEOPLE = 5

/** A share before it is made: items, receivers, permissions and message (SHARE-01). */
export const ShareForm = observer(function ShareForm({ draft, overlays, actions, quick }: Props) {
  const t = useWords<'share'>()
  const isBusy = draft.phase === 'making'
  const isForColleagues = draft.mode === 'colleagues'
  return (
    <>
      <View className="share-body">
        {draft.isRestored && (
          <NoticeBar
            tone="quiet"
            text={t('share.restored')}
            actions={[{ label: t('share.discard'), onPress: () => draft.discard() }]}
          />
        )}
        <SharedCard items={draft.items} />
        <RecentPeople draft={draft} quick={quick} overlays={overlays} />
        <Modes draft={draft} />
        {isForColleagues && <People draft={draft} overlays={overlays} onAdd={actions.choosePeople} />}
        <Allowed draft={draft} overlays={overlays} />
        <View className="share-group share-words">
          <Cell
            label={draft.message || t('share.message.placeholder')}
            error={draft.isMessageTooLong ? t('share.fault.share_message_too_long') : undefined}
            onPress={() => overlays.show('addmessage')}
          />
        </View>
        {!isForColleagues && <ActionGrid actions={gridOf(actions, isBusy, t)} />}
        <Inside draft={draft} onCopy={actions.copyInside} />
      </View>
      <View className="share-foot">
        <Button
          label={t(isForColleagues ? 'share.send' : 'share.create')}
          loading={isBusy}
          onPress={() => void actions.make()}
        />
      </View>
    </>
  )
})

function gridOf(actions: ShareActions, isBusy: boolean, t: ReturnType<typeof useWords<'share'>>): GridAction[] {
  const entry = (key: string, icon: GridAction['icon'], label: string, act: () => void): GridAction => ({
    key,
    icon,
    label,
    onSelect: () => !isBusy && act(),
  })
  const { offer } = actions
  return [
    entry('copy', 'link', t('share.act.copyLink'), actions.makeAndCopy),
    ...(offer ? [entry('more', 'share-2', t('share.act.more'), () => void offer())] : []),
  ]
}

/** By link or to colleagues; an unavailable option is hidden, or explains why when chosen. */
const Modes = observer(function Modes({ draft }: Pick<Props, 'draft'>) {
  const { feedback } = useApp()
  const t = useWords<'share'>()
  const { offers } = draft
  const modes = (['link', 'colleagues'] as const).filter((mode) => offers[mode] !== 'hidden')
  const choose = (mode: ShareMode) => {
    const offer = offers[mode]
    if (typeof offer === 'object') feedback.toast({ text: wordReason(offer.no, t) })
    else draft.setMode(mode)
  }
  if (modes.length < 2) return null
  return (
    <View className="share-modes">
      <SegmentedChoice
        label={t('share.mode.label')}
        value={draft.mode}
        options={modes.map((value) => ({ value, label: t(`share.mode.${value}`) }))}
        onChoose={choose}
      />
    </View>
  )
})

/** The receivers' permissions in words; opens the page of permissions. */
const Allowed = observer(function Allowed({ draft, overlays }: Pick<Props, 'draft' | 'overlays'>) {
  const app = useApp()
  const t = useWords<'share'>()
  const { settings, item, offers, isVersionPinned } = draft
  const now = app.now() / 1000
  const fault = draft.faults.find(({ field }) => field !== 'receivers' && field !== 'description')
  return (
    <View className="share-group">
      <Cell
        label={t('share.who')}
        note={wordSummary(settings, now, app.platform.clock.zone(settings.due_time * 1000), t)}
        error={fault && t(`share.fault.${fault.code}`)}
        value={wordAccess(settings, t)}
        onPress={() => overlays.show(draft.policy.is_share_management ? 'changepermssm' : 'changeperms')}
      />
      {offers.version === 'yes' && item && (
        <Cell
          label={t('share.pin.title')}
          note={isVersionPinned ? t('share.pin.on', { n: item.version }) : t('share.pin.off')}
          trailing={
            <Switch label={t('share.pin.title')} isOn={isVersionPinned} onSwitch={(isOn) => draft.pinVersion(isOn)} />
          }
        />
      )}
    </View>
  )
})

/** The address that opens the item itself for people who may see it anyway. */
function Inside({ draft, onCopy }: { draft: ShareDraft; onCopy(): void }) {
  const t = useWords<'share'>()
  if (!draft.address) return null
  return (
    <View className="share-inside">
      <View className="share-cell-note">{t('share.inside.note')}</View>
      <Text className="share-address" userSelect>
        {draft.address}
      </Text>
      <TextButton label={t('share.inside.copy')} onPress={onCopy} />
    </View>
  )
}

const People = observer(function People({
  draft,
  overlays,
  onAdd,
}: Pick<Props, 'draft' | 'overlays'> & { onAdd(): void }) {
  const t = useWords<'share'>()
  const { receivers } = draft
  const isNobody = receivers.length === 0
  return (
    <View className="share-group">
      <Cell
        label={t('share.people.title')}
        note={
          isNobody
            ? t('share.people.none')
            : t(areOnlyPeople(receivers) ? 'share.people.chosenPeople' : 'share.people.chosen', { n: receivers.length })
        }
        trailing={
          <View className="share-people" aria-hidden>
            {receivers.slice(0, SHOWN_PEOPLE).map((contact) => (
              <ContactPicture key={contact.item_typed_id} contact={contact} />
            ))}
          </View>
        }
        onPress={isNobody ? onAdd : () => overlays.show('contactremove')}
      />
    </View>
  )
})
