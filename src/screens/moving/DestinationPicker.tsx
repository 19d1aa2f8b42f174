import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { ListLocation } from '@/domain/addresses'
import type { DestinationProps } from './DestinationProps'
import { PickLevel } from './PickLevel'
import { PlacesPanel } from '@/screens/items/places/PlacesPanel'
import { PickSearch } from './PickSearch'
import { levelsOf } from './levels'
import '@/theme/lazyIcons.scss'
import './moving.scss'

/** Chooses a folder: enters folders, changes the space, creates folders (PICK-01). Going back leaves one level, then closes. */
export const DestinationPicker = observer(function DestinationPicker(props: DestinationProps) {
  const { title, start, overlays, onClose } = props
  const t = useWords<'pick'>()
  const [chosen, setChosen] = useState<ListLocation | null>(null)
  const root = chosen ?? start
  const levels = root ? levelsOf(root, overlays.levels) : []
  const top = levels[levels.length - 1]
  const back = () => (overlays.levels.length > 0 ? void overlays.closeTop() : onClose())
  const ref = useModal(back)
  return (
    <View ref={ref} className="pick" role="dialog" aria-modal aria-label={title}>
      {levels.map((level, index) => (
        <PickLevel
          key={level.key}
          {...props}
          at={level.at}
          name={level.name}
          above={levels.slice(0, index)}
          isTop={index === levels.length - 1}
          onBack={back}
        />
      ))}
      {levels.length === 0 && (
        <>
          <Header title={title} leading={<IconButton icon="x" label={t('action.close')} onPress={onClose} />} />
          <Skeleton />
        </>
      )}
      {root && overlays.valueFor('selectnav') && (
        <PlacesPanel
          current={root}
          left={['trash']}
          onChoose={({ at }) => void overlays.leaveLevels().then(() => setChosen(at))}
          onClose={() => void overlays.close('selectnav')}
        />
      )}
      {top && overlays.valueFor('foldersearch') && (
        <PickSearch from={top.at} carried={props.carried} overlays={overlays} />
      )}
    </View>
  )
})
