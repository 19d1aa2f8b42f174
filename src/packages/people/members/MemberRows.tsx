import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { ContactFace } from '@/components/ContactFace'
import { Icon } from '@/components/Icon'
import { LoadFailed } from '@/components/LoadFailed'
import '@/components/Row.scss'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import { VirtualList, type RowPlace } from '@/components/VirtualList'
import { saysWhole } from '@/domain/items/nameParts'
import { useWords } from '@/components/context'
import { useApp } from '@/screens/AppContext'
import { wordMessage } from '@/screens/wordMessage'
import type { MemberList, MemberRow as Row } from '@/stores/people/MemberList'
import { detailOf, marksOf } from './wordMember'

interface Props {
  list: MemberList
  /** Why there is nobody. */
  empty: ReactNode
  /** Why the folder's members cannot be seen. */
  gone?: ReactNode
  onOpen(key: string): void
}

/** Who is in a folder and who was invited, or why there is nobody (COLL-01). */
export const MemberRows = observer(function MemberRows({ list, empty, gone, onOpen }: Props) {
  const app = useApp()
  const t = useWords<'members'>()
  const { pages, phase, rows } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'gone') return <>{gone}</>
  if (phase === 'failed') {
    const text = pages.trouble ? wordMessage(pages.trouble, t) : undefined
    return <LoadFailed text={text} onRetry={() => void pages.retry()} />
  }
  if (list.isEmpty) return <>{empty}</>
  return (
    <VirtualList
      rows={rows}
      label={t('members.list')}
      inOrder={app.platform.name === 'h5'}
      isRefreshing={pages.isRefreshing}
      onRefresh={() => void pages.refresh()}
      onNearEnd={() => list.nearEnd()}
      renderRow={(row, place) => <Member row={row} place={place} onOpen={onOpen} />}
      bottom={
        <View className="contacts-foot">
          {pages.footer === 'loading' && <View role="status">{t('list.loading')}</View>}
          {pages.footer === 'failed' && <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />}
        </View>
      }
    />
  )
})

interface RowProps {
  row: Row
  place: RowPlace
  onOpen(key: string): void
}

/** As high as every row, so that thousands of them stay a few elements. */
const Member = observer(function Member({ row, place, onOpen }: RowProps) {
  const app = useApp()
  const t = useWords<'members'>()
  const { top, position, total } = place
  const at = {
    style: { top: `${top}px` },
    role: position === undefined ? undefined : 'listitem',
    'aria-posinset': position,
    'aria-setsize': total,
  }
  if (row.kind === 'heading')
    return (
      <View className="row row-placed member-heading" {...at}>
        <View className="member-heading-text">{t(`members.section.${row.section}`, { n: row.count })}</View>
      </View>
    )
  if (row.kind === 'manager')
    return (
      <View className="row row-placed member-row" {...at}>
        <View className="member-open">
          <ContactFace contact={{ id: row.id, name: row.name, is_group: false, is_department: false }} />
          <Texts name={row.name} marks={[t('members.manager')]} detail={t('member.way.manager')} />
          <View className="member-role">{t('role.coowner')}</View>
        </View>
      </View>
    )
  const { collab } = row
  const role = collab.final_role ?? collab.unaccepted_role
  return (
    <View className="row row-placed member-row" {...at}>
      <View className="member-open" onClick={() => onOpen(row.typed_id)}>
        <ContactFace contact={collab.user} />
        <Texts
          name={collab.user.name}
          marks={marksOf(collab.user, collab.current_user, t)}
          detail={detailOf(app, collab, t)}
        />
        <View className="member-role">{role && t(`role.${role}`)}</View>
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
})

interface TextProps {
  name: string
  marks: readonly string[]
  detail: string
}

/** Name, marks, and a second line. */
export function Texts({ name, marks, detail }: TextProps) {
  return (
    <View className="contact-text member-texts">
      <View className="contact-name">
        <Text className="contact-called" {...saysWhole(name)}>
          {name}
        </Text>
        {marks.map((mark) => (
          <Text key={mark} className="row-mark contact-mark">
            {mark}
          </Text>
        ))}
      </View>
      <View className="contact-detail">{detail}</View>
    </View>
  )
}
