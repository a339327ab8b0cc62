import type { ComponentChildren } from 'preact';

/** A line of a list of facts (`<dl class="facts">`). */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
