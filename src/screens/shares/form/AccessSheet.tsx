import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ShareAccess } from '@/contract/shares/shares'
import type { Offer, ShareOffers } from '@/domain/shares/offers'
import type { Words } from '@/i18n/words'
import { wordReason } from './wordReason'

interface Props {
  access: ShareAccess
  offers: ShareOffers['access']
  hasPassword: boolean
  onChoose(access: ShareAccess): void
  onClose(): void
}

const order: readonly ShareAccess[] = ['collaborators', 'company', 'public']

/** Who may open a link. Options that the organisation excludes are grey and give the reason (SHARE-02). */
export function AccessSheet({ access, offers, hasPassword, onChoose, onClose }: Props) {
  const t = useWords<'share'>()
  return (
    <Sheet label={t('share.perms.access')} onClose={onClose}>
      <View className="access-list" role="radiogroup" aria-label={t('share.perms.access')}>
        {order
          .filter((choice) => offers[choice] !== 'hidden')
          .map((choice) => {
            const isClosed = offers[choice] !== 'yes'
            return (
              <View
                key={choice}
                className={classes('share-cell', 'access-choice', isClosed && 'share-locked')}
                role="radio"
                aria-checked={choice === access}
                aria-disabled={isClosed || undefined}
                onClick={() => !isClosed && onChoose(choice)}
              >
                <View className="share-cell-line">
                  <View className="share-cell-texts">
                    <View className="share-cell-label">{t(`share.access.${choice}`)}</View>
                    <View className="share-cell-note">{noteOf(choice, offers[choice], hasPassword, t)}</View>
                  </View>
                  {isClosed ? <Icon name="lock" size={18} /> : null}
                  {choice === access && !isClosed ? <Icon name="check" size={20} /> : null}
                </View>
              </View>
            )
          })}
      </View>
    </Sheet>
  )
}

function noteOf(access: ShareAccess, offer: Offer, hasPassword: boolean, t: Words<'share'>): string {
  return typeof offer === 'object' ? wordReason(offer.no, t) : wordWho(access, hasPassword, t)
}

/** The people that an option admits. */
export function wordWho(access: ShareAccess, hasPassword: boolean, t: Words<'share'>): string {
  return t(`share.accessNote.${access === 'public' && hasPassword ? 'publicPassword' : access}`)
}
