import { later } from '@/screens/app/later'
import type { CardProps, LandingProps, NoRowsProps, ShownProps } from './VisitProps'

const landing = () => import(/* webpackChunkName: "visit-cards" */ './LandingScreen')

/** What a link that shows its content at once does without. */
export const LazyLanding = later<LandingProps>(async () => ({ default: (await landing()).LandingScreen }))
export const LazyNoLink = later<object>(async () => ({ default: (await landing()).NoLink }))
export const LazyMessagePage = later<ShownProps>(() => import(/* webpackChunkName: "visit-cards" */ './MessagePage'))
export const LazyCard = later<CardProps>(() => import(/* webpackChunkName: "visit-cards" */ './SharedCard'))
export const LazyNoRows = later<NoRowsProps>(() => import(/* webpackChunkName: "visit-cards" */ '../list/NoRows'))
