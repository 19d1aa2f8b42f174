import { foundation } from './001_foundation'
import { twoStep } from './002_twoStep'
import { trash } from './003_trash'
import { search } from './004_search'
import { copyMove } from './005_copyMove'
import { packs } from './006_packs'
import { contents } from './007_contents'
import { messages } from './008_messages'
import { live } from './010_live'
import { liveClients } from './011_liveClients'
import { uploadParts } from './012_uploadParts'
import { guidesAndActions } from './013_guidesAndActions'
import { bodiesWithoutHash } from './014_bodiesWithoutHash'
import { media } from './015_media'
import { archives } from './016_archives'
import { renditions } from './017_renditions'
import { leases } from './018_leases'
import { actorKeys } from './019_actorKeys'
import { scans } from './021_scans'
import { budgets } from './023_budgets'
import { jobOwners } from './024_jobOwners'
import { devices } from './025_devices'
import { audit } from './026_audit'
import { uploadActivity } from './027_uploadActivity'
import { branding } from './028_branding'
import { privacyActions } from './029_privacyActions'
import { phonePages } from './030_phonePages'
import { shares } from './031_shares'
import { people } from './032_people'
import { visitors } from './033_visitors'
import { shareClosings } from './034_shareClosings'
import { logos } from './035_logos'
import { shareDomains } from './036_shareDomains'
import { collects } from './037_collects'
import { messengers } from './038_messengers'
import { invitations } from './039_invitations'
import { chatGroups } from './041_chatGroups'
import { comments } from './042_comments'
import { deletedComments } from './043_deletedComments'
import { userPictures } from './044_userPictures'
import { applications } from './045_applications'
import { uploadsOfUnknownSize } from './046_uploadsOfUnknownSize'
import { promotion } from './047_promotion'
import { outside } from './048_outside'
import { spaceOwners } from './049_spaceOwners'
import { continuedUses } from './050_continuedUses'
import { messengerLinks } from './051_messengerLinks'
import { addedRoles } from './052_addedRoles'
import { searchFolding } from './053_searchFolding'
import { nameOrder } from './054_nameOrder'
import { administration } from './060_administration'
import { peopleIndex } from './061_peopleIndex'
import { imports } from './065_imports'
import { applicationSecrets } from './070_applicationSecrets'
import { forgottenPasswords } from './075_forgottenPasswords'
import { signOn } from './076_signOn'
import { directories } from './080_directories'
import { ldapDirectories } from './081_ldapDirectories'
import { weCom } from './085_weCom'
import { sentCodes } from './090_sentCodes'
import { collectClosings } from './091_collectClosings'
import { managerIndexes } from './092_managerIndexes'
import { auditSubjects } from './093_auditSubjects'
import { scannedVersions } from './094_scannedVersions'
import { accessRequests } from './095_accessRequests'
import { shareNotices } from './096_shareNotices'
import { commentThreads } from './097_commentThreads'
import { recoveryCodes } from './099_recoveryCodes'
import { sounds } from './101_sounds'
import { folderViews } from './102_folderViews'
import { messageThreads } from './104_messageThreads'
import { scannedWords } from './106_scannedWords'
import { activity } from './107_activity'
import { documents } from './108_documents'
import { office } from './109_office'
import { grantedAccess } from './110_grantedAccess'
import { surnameOrder } from './111_surnameOrder'
import { passages } from './112_passages'
import { processes } from './116_processes'
import { grants } from './117_grants'
import { openItems } from './118_openItems'
import { openPeople } from './120_openPeople'
import { openAdministration } from './121_openAdministration'
import { customIds } from './122_customIds'
import { openTags } from './123_openTags'
import { endings } from './124_endings'

/** SQL by name, applied in the order of the names. Forward only: a published migration never changes, the next one corrects it. */
export const migrations: Readonly<Record<string, string>> = {
  '001_foundation': foundation,
  '002_twoStep': twoStep,
  '003_trash': trash,
  '004_search': search,
  '005_copyMove': copyMove,
  '006_packs': packs,
  '007_contents': contents,
  '008_messages': messages,
  '010_live': live,
  '011_liveClients': liveClients,
  '012_uploadParts': uploadParts,
  '013_guidesAndActions': guidesAndActions,
  '014_bodiesWithoutHash': bodiesWithoutHash,
  '015_media': media,
  '016_archives': archives,
  '017_renditions': renditions,
  '018_leases': leases,
  '019_actorKeys': actorKeys,
  '021_scans': scans,
  '023_budgets': budgets,
  '024_jobOwners': jobOwners,
  '025_devices': devices,
  '026_audit': audit,
  '027_uploadActivity': uploadActivity,
  '028_branding': branding,
  '029_privacyActions': privacyActions,
  '030_phonePages': phonePages,
  '031_shares': shares,
  '032_people': people,
  '033_visitors': visitors,
  '034_shareClosings': shareClosings,
  '035_logos': logos,
  '036_shareDomains': shareDomains,
  '037_collects': collects,
  '038_messengers': messengers,
  '039_invitations': invitations,
  '041_chatGroups': chatGroups,
  '042_comments': comments,
  '043_deletedComments': deletedComments,
  '044_userPictures': userPictures,
  '045_applications': applications,
  '046_uploadsOfUnknownSize': uploadsOfUnknownSize,
  '047_promotion': promotion,
  '048_outside': outside,
  '049_spaceOwners': spaceOwners,
  '050_continuedUses': continuedUses,
  '051_messengerLinks': messengerLinks,
  '052_addedRoles': addedRoles,
  '053_searchFolding': searchFolding,
  '054_nameOrder': nameOrder,
  '060_administration': administration,
  '061_peopleIndex': peopleIndex,
  '065_imports': imports,
  '070_applicationSecrets': applicationSecrets,
  '075_forgottenPasswords': forgottenPasswords,
  '076_signOn': signOn,
  '080_directories': directories,
  '081_ldapDirectories': ldapDirectories,
  '085_weCom': weCom,
  '090_sentCodes': sentCodes,
  '091_collectClosings': collectClosings,
  '092_managerIndexes': managerIndexes,
  '093_auditSubjects': auditSubjects,
  '094_scannedVersions': scannedVersions,
  '095_accessRequests': accessRequests,
  '096_shareNotices': shareNotices,
  '097_commentThreads': commentThreads,
  '099_recoveryCodes': recoveryCodes,
  '101_sounds': sounds,
  '102_folderViews': folderViews,
  '104_messageThreads': messageThreads,
  '106_scannedWords': scannedWords,
  '107_activity': activity,
  '108_documents': documents,
  '109_office': office,
  '110_grantedAccess': grantedAccess,
  '111_surnameOrder': surnameOrder,
  '112_passages': passages,
  '116_processes': processes,
  '117_grants': grants,
  '118_openItems': openItems,
  '120_openPeople': openPeople,
  '121_openAdministration': openAdministration,
  '122_customIds': customIds,
  '123_openTags': openTags,
  '124_endings': endings,
}
