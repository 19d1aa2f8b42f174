import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { useWords } from '@/components/ui/context'
import type { Collab } from '@/contract/members'
import type { ContactId } from '@/contract/contacts'
import { useApp } from '@/screens/app/AppContext'
import { ContactCard } from '@/stores/contacts/ContactCard'
import { marksOf } from './wordMember'

interface Props {
  collab: Collab
  folderId: number
}

/** A member's face, name and, where the directory has them, department and login (CONT-03). */
export const MemberCard = observer(function MemberCard({ collab, folderId }: Props) {
  const { user, current_user: isSelf } = collab
  const { api } = useApp()
  const t = useWords<'members'>()
  const [card] = useState(() => new ContactCard(api, { mode: 'invite', typedId: `folder_${folderId}` }, cardId(user)))
  useEffect(() => void card.load(), [card])
  const { contact } = card
  const details = contact ? [contact.place, contact.login].filter(Boolean).join(' · ') : ''
  return (
    <View className="contact-head">
      <ContactPicture contact={user} />
      <View className="contact-title" role="heading" aria-level={2}>
        {user.name}
      </View>
      <View className="contact-marks">
        {marksOf(user, isSelf, t).map((mark) => (
          <View key={mark} className="row-mark contact-mark">
            {mark}
          </View>
        ))}
      </View>
      <View className="member-belongs">{details}</View>
    </View>
  )
})

function cardId({ id, is_group: isGroup, is_department: isDepartment, department_id: departmentId }: Collab['user']) {
  const key = isDepartment ? `department_${departmentId ?? 0}` : isGroup ? `group_${id}` : `contact_${id}`
  return key as ContactId
}
