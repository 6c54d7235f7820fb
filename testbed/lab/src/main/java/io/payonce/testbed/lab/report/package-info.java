/** What is told afterwards, for programs and for people. */
@NullMarked
package io.payonce.testbed.lab.report;

import org.jspecify.annotations.NullMarked;
