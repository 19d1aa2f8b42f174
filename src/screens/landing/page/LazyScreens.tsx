import { lazyPart } from '@/screens/app/lazyPart'
import type { CardProps, LandingProps, NoRowsProps, ShownProps } from './landingProps'

const landing = () => import(/* webpackChunkName: "visit-cards" */ './LandingScreen')

/** Screens that a link does not need if its contents show at once. */
export const LazyLanding = lazyPart<LandingProps>(() =>
  landing().then(({ LandingScreen }) => ({ default: LandingScreen })),
)
export const LazyNoLink = lazyPart<object>(() => landing().then(({ NoLink }) => ({ default: NoLink })))
export const LazyMessagePage = lazyPart<ShownProps>(() => import(/* webpackChunkName: "visit-cards" */ './MessagePage'))
export const LazyCard = lazyPart<CardProps>(() => import(/* webpackChunkName: "visit-cards" */ './SharedCard'))
export const LazyNoRows = lazyPart<NoRowsProps>(() => import(/* webpackChunkName: "visit-cards" */ '../list/NoRows'))
