import { type IconName, iconPaths } from './look/icon-paths';

/** An icon beside a text that says the same, so screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconPaths[name]} />
  </svg>
);

/** A link in the bar at the top. A phone shows its icon alone. */
export const MenuLink = ({ href, icon, label }: { href: string; icon: IconName; label: string }) => (
  <a href={href}>
    <Icon name={icon} />
    <span>{label}</span>
  </a>
);
