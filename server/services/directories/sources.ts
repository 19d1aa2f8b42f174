import type { DirectoryRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import { openLdapSource } from './ldapSource'
import type { DirectorySource } from './snapshot'

/** Opens a directory of any kind with its stored settings. @throws DirectoryFailure */
export function openSource(
  ports: Pick<Dependencies, 'db' | 'encrypter' | 'ldapClients'>,
  directory: DirectoryRow,
): Promise<DirectorySource> {
  switch (directory.kind) {
    case 'ldap':
      return openLdapSource(ports, directory)
    default:
      return Promise.reject(new DirectoryFailure('directory_unreachable', `no source of ${directory.kind}`))
  }
}
