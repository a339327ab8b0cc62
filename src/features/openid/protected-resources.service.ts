import type { ProtectedResources } from '../../accounts/applications/protected-resource';
import { textOf } from '../../accounts/users/label';
import type { RunOperation } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { ResourceForPeople } from './protected-resources.answers';
import { protectedResources } from './protected-resources.operations';

/** The APIs of RESOURCES, for pages that show people what an application asks for. */
export class ProtectedResourcesService {
  constructor(private readonly needs: { operation: RunOperation; resources: ProtectedResources }) {}

  /** Not those for the applications of the operator: nobody is asked about them, and strangers need not know them. */
  protectedResources(context: RequestContext): Promise<ResourceForPeople[]> {
    return this.needs.operation(protectedResources, context, async () =>
      this.needs.resources.all
        .filter(({ openTo }) => openTo !== 'first_party')
        .map(({ id, name, scopes }) => ({
          id,
          name,
          scopes: [...scopes].map(([scope, label]) => ({ name: scope, text: textOf(label, context.locale) })),
        })),
    );
  }
}
