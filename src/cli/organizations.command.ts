import type { Command } from 'commander';
import type { ManagedOrganization } from '../accounts/users/organization';
import { createManagedOrganizations } from '../compose/organizations';
import type { ManagedOrganizations } from '../features/organizations/managed-organizations';
import { organizationRecord } from '../features/organizations/organization-administration.answers';
import {
  adminCreateOrganizationInput,
  adminSetMemberInput,
} from '../features/organizations/organization-administration.inputs';
import { parseInput } from '../platform/request/input-parser';
import { recordOf } from '../platform/rest/answer.rest';
import { isUuid } from '../platform/runtime/uuid';
import { confirmed, parseCount, parsePerson } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { addInputOptions, inputOf } from './input-options';
import { counted } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
}

type GivenFields = Readonly<Record<string, unknown>>;

const ofNew = { name: '--name <name>', slug: '--slug <slug>', owner: '--owner <id|e-mail>' };
const ofMember = { roles: '--role <names>' };

const organization = ['<id|slug>', 'the organization'] as const;

export function registerOrganizationsCommands(program: Command, context: CommandContext): void {
  const organizations = program
    .command('organizations')
    .description('manage organizations and their members, if ORGANIZATIONS is on');
  addList(organizations, context);
  addCreate(organizations, context);
  addSetMember(organizations, context);
  addDisabling(organizations, context);
}

function addList(organizations: Command, context: CommandContext): void {
  const { terminal } = context;

  organizations
    .command('list')
    .description('list the organizations, newest first')
    .option('--name <text>', 'only organizations whose name begins with this text')
    .option('--disabled', 'only organizations that are disabled')
    .option('--limit <number>', 'list at most this many organizations', parseCount, 50)
    .option('--json', 'print JSON, for scripts')
    .action(({ name, disabled, limit, json }: ListOptions) =>
      withOrganizations(context, async (service) => {
        const page = { first: limit + 1, after: null };
        const { items } = await terminal.working('reading the organizations', () =>
          service.list({ slug: null, name: name ?? null, disabled: disabled ?? null }, page),
        );
        const shown = terminal.upTo(limit, items, 'or --name');
        terminal.print(json, shown.map(jsonOf), shown.map(lineOf));
      }),
    );
}

interface ListOptions extends Options {
  name?: string;
  disabled?: boolean;
  limit: number;
}

function addCreate(organizations: Command, context: CommandContext): void {
  const { terminal } = context;

  addInputOptions(
    organizations.command('create').description('create an organization'),
    adminCreateOrganizationInput,
    ofNew,
  )
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('organizations create --name "Example & Sons" --owner ada@example.com'))
    .action(({ json, ...options }: Options & GivenFields) =>
      withOrganizations(context, async (service) => {
        const input = parseInput(adminCreateOrganizationInput, inputOf(ofNew, options));
        const created = await terminal.working('creating the organization', () => service.create(input, null));
        terminal.print(json, jsonOf(created), [lineOf(created)]);
      }),
    );
}

function addSetMember(organizations: Command, context: CommandContext): void {
  const { terminal } = context;

  const setMember = organizations
    .command('set-member')
    .argument(...organization)
    .argument('<id|e-mail>', 'the user', parsePerson)
    .description('add a member, or replace the roles of one; the access tokens of the member are rejected');
  addInputOptions(setMember, adminSetMemberInput.partial({ roles: true }), ofMember)
    .option('--remove', 'remove the member')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('organizations set-member example-sons grace@example.com --role admin'))
    .action((of: string, person: string, { remove = false, json, ...options }: MemberOptions) =>
      withOrganizations(context, async (service) => {
        const given = inputOf(ofMember, options).roles;
        if ((given === undefined) !== remove) throw new UsageError('use either --role or --remove');
        const { id, slug } = await terminal.working('reading the organization', () => get(service, of));
        const { roles } = parseInput(adminSetMemberInput, { organizationId: id, userId: '', roles: given ?? [] });
        const user = person.includes('@') ? { address: person } : { id: person.toLowerCase() };
        const changed = await terminal.working('changing the member', () =>
          service.setMember(id, { user, roles }, null),
        );
        const line = remove ? 'is no member' : `has the roles ${roles.join(', ')}`;
        terminal.print(json, { organizationId: id, roles, changed }, [`${person} ${line} in ${slug}`]);
      }),
    );
}

interface MemberOptions extends Options, GivenFields {
  remove?: boolean;
}

function addDisabling(organizations: Command, context: CommandContext): void {
  const { terminal } = context;
  const change = async (
    service: ManagedOrganizations,
    { id }: ManagedOrganization,
    disabled: boolean,
    json = false,
  ) => {
    await terminal.working('changing the organization', () => service.update(id, { disabled }, null));
    const changed = await service.get(id);
    terminal.print(json, jsonOf(changed), [lineOf(changed)]);
  };

  confirmed(
    organizations
      .command('disable')
      .argument(...organization)
      .description('reject all access tokens for an organization, and issue no others'),
  ).action((of: string, options: Options) =>
    withOrganizations(context, async (service) => {
      const found = await terminal.working('reading the organization', () => get(service, of));
      const members = counted(found.memberCount, 'member');
      await terminal.confirm(`All access tokens for ${found.slug}, with ${members}, are rejected. Continue?`, options);
      await change(service, found, true, options.json);
    }),
  );

  organizations
    .command('enable')
    .argument(...organization)
    .description('issue access tokens for an organization again')
    .option('--json', 'print JSON, for scripts')
    .action((of: string, { json }: Options) =>
      withOrganizations(context, async (service) => change(service, await get(service, of), false, json)),
    );
}

const get = (service: ManagedOrganizations, of: string): Promise<ManagedOrganization> =>
  isUuid(of) ? service.get(of.toLowerCase()) : service.getBySlug(of);

function withOrganizations(
  context: CommandContext,
  act: (service: ManagedOrganizations) => Promise<void>,
): Promise<void> {
  return withStores(context, (stores, config) => act(createManagedOrganizations(config, stores)));
}

const jsonOf = (one: ManagedOrganization) => recordOf(organizationRecord, one);

const lineOf = ({ id, slug, name, memberCount, createdTs, disabledTs }: ManagedOrganization): string =>
  [
    ...[id, slug, name, counted(memberCount, 'member'), `created ${createdTs.toISOString()}`],
    ...(disabledTs ? [`disabled ${disabledTs.toISOString()}`] : []),
  ].join('  ');
