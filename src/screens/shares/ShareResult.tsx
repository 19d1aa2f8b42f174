import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { ActionGrid, type GridAction } from '@/components/sheets/ActionGrid'
import { Button } from '@/components/ui/Button'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { linkAddress } from '@/domain/shares/linkState'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ShareDraft } from '@/stores/shares/ShareDraft'
import type { ShareActions } from './useShareActions'
import { SharedCard } from './SharedCard'
import { wordAccess, wordSummary } from './form/wordSummary'

interface Props {
  draft: ShareDraft
  link: ShareLink
  actions: ShareActions
  /** Whether its card can be sent to a chat (SHARE-12). */
  forwards: boolean
  overlays: OverlayStore
  onClose(): void
}

/** A made share, and the ways to pass it on. */
export const ShareResult = observer(function ShareResult({ draft, link, actions, forwards, overlays, onClose }: Props) {
  const app = useApp()
  const t = useWords<'share'>()
  const isForColleagues = link.receiver_count > 0
  const { offer } = actions
  const grid: GridAction[] = [
    { key: 'qr', icon: 'qr-code', label: t('share.act.qr'), onSelect: () => overlays.show('shareqr') },
  ]
  if (offer) grid.push({ key: 'more', icon: 'share-2', label: t('share.act.more'), onSelect: () => void offer() })
  return (
    <>
      <View className="share-body">
        <View className="share-done" role="status">
          <View className="share-done-mark">
            <Icon name="check" size={28} />
          </View>
          {t(
            link.state === 'waiting' ? 'share.made.waiting' : isForColleagues ? 'share.made.people' : 'share.made.link',
          )}
        </View>
        <SharedCard items={draft.items} />
        <View className="share-group share-made">
          <View className="share-cell-note">{t('share.made.address')}</View>
          <Text className="share-address" userSelect>
            {linkAddress(link, app.sessionContext.baseUrl)}
          </Text>
          {link.password_protected && (
            <>
              <View className="share-cell-note">{t('share.made.password')}</View>
              <Text className="share-password" userSelect>
                {link.password}
              </Text>
            </>
          )}
          <View className="share-cell-note">
            {`${wordAccess(link, t)} · ${wordSummary(link, app.now() / 1000, app.platform.clock.zone(link.due_time * 1000), t)}`}
          </View>
        </View>
        <ActionGrid actions={grid} />
      </View>
      <View className="share-foot share-foot-two">
        {forwards && (
          <View className="share-foot-whole">
            <Button forwards label={t('share.act.chat')} />
          </View>
        )}
        <Button tone="weak" label={t('share.act.done')} onPress={onClose} />
        <Button
          tone={forwards ? 'weak' : 'primary'}
          label={t(link.password_protected ? 'share.act.copyBoth' : 'share.act.copyLink')}
          onPress={actions.copyLink}
        />
      </View>
    </>
  )
})
