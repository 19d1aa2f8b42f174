import { observer } from 'mobx-react'
import { Icon, type IconName } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { PathEntry } from '@/contract/entities'
import { isPhoto } from '@/domain/items/lists/photos'
import { whyNotShare } from '@/domain/items/sharing'
import type { Words } from '@/i18n/words'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { chooseView } from '@/stores/items/lists/chooseView'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { refusalOf } from '@/stores/items/refusalOf'
import { setFavourite } from '@/stores/items/setFavourite'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { openPlace } from '@/screens/items/places/openPlace'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { useManyActions } from '@/screens/items/useManyActions'
import { openSheet, type Desk } from './useRowActs'

interface Props extends Desk {
  hasDetails: boolean
  onDetails(): void
}

/** The place's path and name, then the actions on it or on what is selected. */
export const WideHead = observer(function WideHead(props: Props) {
  const { list, selection, hasDetails, onDetails } = props
  const t = useWords()
  return (
    <div className="wide-head">
      <Path {...props} />
      <div className="wide-tools" role="group" aria-label={t(selection.count > 0 ? 'many.bar' : 'wide.tools')}>
        {selection.count > 0 ? <Selected {...props} /> : list.phase === 'ready' && <PlaceTools {...props} />}
        <div className="wide-space" />
        <Tool icon="info" label={t('wide.details')} isPressed={hasDetails} onPress={onDetails} />
      </div>
    </div>
  )
})

const Path = observer(function Path({ list }: Props) {
  const app = useApp()
  const t = useWords()
  const { header } = list
  const title = wordMessage(header.title, t)
  return (
    <div className="wide-path">
      {header.pathAbove.length > 0 && (
        <nav className="wide-steps" aria-label={t('wide.path')}>
          {header.pathAbove.map((entry) => (
            <span key={entry.typed_id} className="wide-step">
              <button
                type="button"
                className="wide-link"
                data-drop={`${entry.typed_id}/${nameOf(entry, t)}`}
                onClick={() => openPlace(app, placeOfEntry(entry), nameOf(entry, t))}
              >
                {nameOf(entry, t)}
              </button>
              <span aria-hidden>/</span>
            </span>
          ))}
        </nav>
      )}
      <h1 className="wide-title">{title}</h1>
    </div>
  )
})

function nameOf({ typed_id: typedId, name }: PathEntry, t: Words): string {
  return name || (typedId === 'folder_0' ? t('space.own') : '')
}

/** The actions on the place itself. */
const PlaceTools = observer(function PlaceTools({ list, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const { folder, asRow, isFavourite } = list.header
  const reason = folder ? whyNotShare(abilitySubject(app, folder)) : null
  return (
    <>
      {folder && reason === null && (
        <Tool
          icon="share-2"
          label={t('menu.share')}
          isWorded
          onPress={() => void app.platform.navigate.push({ page: 'share', typedId: folder.typed_id })}
        />
      )}
      {folder && reason !== null && (
        <Tool
          icon="share-2"
          label={t('menu.share')}
          isWorded
          isDisabled
          onPress={() => app.feedback.toast(refusalOf(reason, folder))}
        />
      )}
      {asRow && (
        <Tool
          icon={isFavourite ? 'star-filled' : 'star'}
          label={t(isFavourite ? 'header.unfavourite' : 'header.favourite')}
          isPressed={isFavourite}
          onPress={() => void setFavourite(app, asRow, !isFavourite)}
        />
      )}
      {list.shownAs !== undefined && (list.shownAs === 'photos' || list.rows.some(isPicture)) && (
        <Tool
          icon="image"
          label={t('photos.grid')}
          isPressed={list.shownAs === 'photos'}
          onPress={() => void chooseView(app, list, list.shownAs === 'photos' ? 'list' : 'photos')}
        />
      )}
      {folder && (
        <Tool
          icon="ellipsis"
          label={t('action.more')}
          onPress={() => void openSheet(overlays, 'actionsheet', folder.typed_id)}
        />
      )}
    </>
  )
})

function isPicture(row: Row): boolean {
  const item = itemOf(row)
  return item !== null && isPhoto(item)
}

/** The actions on the selected rows. */
const Selected = observer(function Selected({ list, overlays, selection }: Props) {
  const t = useWords()
  const actions = useManyActions({ list, overlays, selection, leave: () => Promise.resolve(selection.clear()) })
  const { count, isGathering } = selection
  return (
    <>
      <span className="wide-count" role="status">
        {isGathering
          ? t('many.gathering', { n: count, total: (list.photos ?? list).total ?? count })
          : t('many.count', { n: count })}
      </span>
      {actions.map(({ key, icon, label, danger, onPress }) => (
        <Tool key={key} icon={icon} label={label} isWorded isDanger={danger} onPress={onPress} />
      ))}
      <button type="button" className="wide-link" onClick={() => selection.clear()}>
        {t('wide.clear')}
      </button>
    </>
  )
})

interface ToolProps {
  icon: IconName
  label: string
  /** Shows the label beside the icon. */
  isWorded?: boolean
  isPressed?: boolean
  isDanger?: boolean
  /** Looks disabled; a press explains why. */
  isDisabled?: boolean
  onPress(): void
}

function Tool({ icon, label, isWorded, isPressed, isDanger, isDisabled, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={classes(
        'wide-tool',
        isWorded && 'wide-worded',
        isPressed && 'wide-pressed',
        isDanger && 'wide-danger',
        isDisabled && 'wide-off',
      )}
      aria-label={isWorded ? undefined : label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} size={18} />
      {isWorded ? <span className="wide-word">{label}</span> : null}
    </button>
  )
}
