import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { LinkDetails } from '@/stores/shares/LinkDetails'

/** The WeChat groups that a link has reached: WeChat identifies groups, but does not name them (AH-26). */
export const LinkGroups = observer(function LinkGroups({ details }: { details: LinkDetails }) {
  const app = useApp()
  const t = useWords<'links'>()
  const { groups, groupCount } = details
  if (groups.length === 0) return null
  return (
    <>
      <View className="links-heading" role="heading" aria-level={2}>
        {groupCount > groups.length ? t('links.groupsMore', { n: groupCount }) : t('links.groups')}
      </View>
      <View role="list">
        {groups.map(({ number, people, visits, last }) => (
          <View key={number} className="links-visit" role="listitem">
            <View className="avatar links-stranger" aria-hidden>
              <Icon name="users" size={18} />
            </View>
            <View className="links-visit-text">
              <View className="links-visit-name">{t('links.group', { n: number })}</View>
              <View className="links-visit-what">
                {[t('links.groupPeople', { n: people }), t('links.visits', { n: visits }), wordAgo(app, last, t)].join(
                  ' · ',
                )}
              </View>
            </View>
          </View>
        ))}
      </View>
    </>
  )
})
